// Coordination, section C: semaphores.

const enter = "core/src/primitives/semaphore/enter.ts";
const slots = "core/src/primitives/semaphore/slots.ts";
const stored = "core/src/primitives/semaphore/stored-permits.ts";

/** @type {readonly import("../patch.mjs").Patch[]} */
export const semaphores = [
  {
    name: "permits-from-memory",
    rule: "C permits ◆",
    breaks: "somebody enters by a slot that was closed since the number was read",
    file: enter,
    find: "slots.dropFrom(await readPermits(seat, options.signal));",
    replace: "slots.dropFrom(seat.stored.known);",
  },
  {
    name: "permits-without-last-check",
    rule: "C windows ◆",
    breaks: "somebody enters although a slot lapsed while the number was read",
    file: slots,
    find: "if (holding.term.lost)",
    replace: "if (false)",
  },
  {
    name: "collecting-without-a-gate",
    rule: "C gate",
    breaks: "two who want several keep from each other what each has",
    file: enter,
    find: "const gate = await takeGate(wish, entering);",
    replace:
      "const gate = await takeGate({ ...wish, seat: { ...wish.seat, key: wish.seat.key + wish.seat.contender.settings.holder } }, entering);",
  },
  {
    name: "gate-kept",
    rule: "C gate",
    breaks: "whoever has entered keeps the gate from those who wait",
    file: enter,
    find: "openGate(wish.seat, gate);",
    replace: "void openGate;",
  },
  {
    name: "gate-outlives-permits",
    rule: "C gate",
    breaks: "who dies behind the gate keeps everybody out for longer than any permit lives",
    file: enter,
    find: "{ ttlMs, abortMs }",
    replace: "{}",
  },
  {
    name: "closed-slots-kept",
    rule: "C permits",
    breaks: "a slot at or above the number of permits is taken for one",
    file: slots,
    find: "slot >= permits",
    replace: "permits === 0",
  },
  {
    name: "slots-kept-after-waiting",
    rule: "C release",
    breaks: "whoever waited in vain keeps from others what it had collected",
    file: enter,
    find: "throw giveAllBack(slots, error);",
    replace: "throw error;",
  },
  {
    name: "too-many-waited-for",
    rule: "C permits",
    breaks: "more than there are is waited for until the wait is over",
    file: enter,
    find: "if (weight > permits) {",
    replace: "if (false) {",
  },
  {
    name: "new-permits-unseen",
    rule: "C permits",
    breaks: "whoever waits does not see that there are more permits by now",
    file: enter,
    find: "const again = pollMs > firstPollMs;",
    replace: "const again = false;",
  },
  {
    name: "resize-over-anything",
    rule: "C permits",
    breaks: "of two who resize at once one is not told that the other was first",
    file: stored,
    find: "if (permitsIn(seat, written) === permits)",
    replace: "if (true)",
  },
  {
    name: "work-timed-while-collecting",
    rule: "C slots",
    breaks: "the time of the work runs while its slots are collected",
    file: slots,
    find: "workTimeoutMs: undefined } }",
    replace: "} }",
  },
  {
    name: "slots-of-others",
    rule: "C slots",
    breaks: "a slot that another holder has is taken from under it",
    file: "core/src/lease/look.ts",
    noticedIn: "primitives/semaphore",
    find: 'if (judgement.verdict !== "live")',
    replace: "if (true)",
  },
  {
    name: "outage-ends-the-wait",
    rule: "C waiting",
    breaks: "whoever waits is told of an outage that would have passed",
    file: enter,
    find: "if (!isPassing(error) || wish.remainingMs() <= 0)",
    replace: "if (true)",
  },
];
