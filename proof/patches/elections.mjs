// Coordination, section B: elections.

const campaign = "core/src/primitives/election/campaign.ts";
const lead = "core/src/primitives/election/lead.ts";
const leadership = "core/src/primitives/election/leadership.ts";
const observe = "core/src/primitives/election/observe.ts";
const view = "core/src/primitives/election/leader-view.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const elections = [
  {
    name: "proclaim-beside-renewals",
    rule: "B proclaim ◆",
    breaks: "a proclamation is written beside a renewal, and either is refused by the other",
    file: "core/src/record/cell.ts",
    noticedIn: "primitives/election",
    find: "const writing = this.#tail.then(",
    replace: 'const writing = (next.name === "" ? Promise.resolve() : this.#tail).then(',
  },
  {
    name: "proclaim-beside-the-timer",
    rule: "B proclaim ◆",
    breaks: "the next heartbeat comes as if nothing had been proclaimed",
    file: "core/src/lease/keeper.ts",
    noticedIn: "primitives/election",
    find: "if (term.window.openedAtMs > sentAtMs)",
    replace: "if (false)",
  },
  {
    name: "proclaim-after-loss",
    rule: "B proclaim, R9",
    breaks: "who leads no more sends a proclamation all the same",
    file: "core/src/lease/lease.ts",
    find: "if (this.#term.lost)",
    replace: "if (false)",
  },
  {
    name: "observers-go-back",
    rule: "B observers ◆",
    breaks: "an observer is told an earlier term, or an earlier value, than before",
    file: view,
    find: "if (record && this.isBehind(record))",
    replace: "if (false)",
  },
  {
    name: "observers-order-by-term-only",
    rule: "B observers ◆",
    breaks: "within a term an observer goes back to an earlier value",
    file: view,
    find: "(one.token === other.token && one.renewals < other.renewals)",
    replace: "false",
  },
  {
    name: "dead-leads-again",
    rule: "B observers ◆",
    breaks: "a leader judged dead leads again by the write that was on its way when it died",
    file: view,
    find: "if (this.#dead?.token === record.token && record.renewals - this.#dead.renewals <= inFlightMost)",
    replace: "if (false)",
  },
  {
    name: "vacancy-at-the-next-poll",
    rule: "B observers",
    breaks: "that a leader may be dead is told only when somebody happens to look",
    file: observe,
    find: "anyhowAtMs = looksAgainAtMs;",
    replace: "",
  },
  {
    name: "freed-under-its-work",
    rule: "B resign ◆",
    breaks: "a leader that is told to stop resigns while its work goes on",
    file: lead,
    find: "leadership.follow(signal);",
    replace: 'signal.addEventListener("abort", () => void leadership.release()); leadership.follow(signal);',
  },
  {
    name: "renewed-while-resigning",
    rule: "B resign ◆",
    breaks: "a leader that is told to stop, and whose work does not, keeps the others from leading for ever",
    file: lead,
    find: "leadership.runOut()",
    replace: "void leadership",
  },
  {
    name: "campaign-before-settled",
    rule: "B resign ◆",
    breaks: "a process campaigns again before it is settled whether it has resigned",
    file: leadership,
    find: "this.#seat.contender.givingBack.add(this.#seat.place.name, releasing);",
    replace: "",
  },
  {
    name: "second-work-beside-the-first",
    rule: "B resign ◆",
    breaks: "after a loss a second work begins beside the first",
    file: lead,
    find: "await working;",
    replace: "",
  },
  {
    name: "stopped-who-never-led",
    rule: "B election",
    breaks: "a follower that is told to stop is told of a failure",
    file: lead,
    find: "if (candidacy.options.signal.aborted)",
    replace: "if (false)",
  },
  {
    name: "priority-ignored",
    rule: "B priority",
    breaks: "those with less priority take what is free as fast as the others",
    file: campaign,
    find: "(highestPriority - priority) * msPerStep",
    replace: "0",
  },
  {
    name: "observer-proves-the-store",
    rule: "B observers",
    breaks: "looking at who leads asks for permission to write",
    file: observe,
    find: "const { access } = seat.contender;",
    replace: "const { access } = seat.contender; await seat.contender.requireProvenStore();",
  },
];
