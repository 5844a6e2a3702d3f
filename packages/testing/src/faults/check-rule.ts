/**
 * Refuses a rule that does not say what it was meant to: it would strike nothing, or everything, and leave a test green
 * that shows nothing.
 */
import type { FaultAction } from "./fault-action.ts";
import type { FaultRule } from "./fault-rule.ts";

/** What a member may be, and the words for it. */
interface Kept {
  readonly must: string;
  readonly holds: (value: unknown) => boolean;
}

type Members = Readonly<Record<string, Kept>>;

/** What an action of one kind has beside it. */
interface Shape {
  /** All of these. */
  readonly all?: Members;
  /** Exactly one of these. */
  readonly one?: Members;
  /** Any of these. */
  readonly may?: Members;
}

const oneOf = (...values: readonly unknown[]): Kept => ({
  must: `be ${values.map((value) => JSON.stringify(value)).join(" or ")}`,
  holds: (value) => values.includes(value),
});
const least = (lowest: number): Kept => ({
  must: `be a number from ${lowest} on`,
  holds: (value) => typeof value === "number" && value >= lowest,
});
const count: Kept = {
  must: "be a whole number from 1 on",
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};
const finite: Kept = { must: "be a number", holds: (value) => Number.isFinite(value) };
const text: Kept = { must: "be a text", holds: (value) => typeof value === "string" };
const flag: Kept = { must: "be true or false", holds: (value) => typeof value === "boolean" };
const isHold: Kept = {
  must: "be a Hold",
  holds: (value) => typeof value === "object" && value !== null && "letGo" in value,
};
const moment = oneOf("before-effect", "after-effect");
const wait: Shape = { one: { ms: least(0), hold: isHold } };

const shapes: Readonly<Record<FaultAction["kind"], Shape>> = {
  delay: wait,
  "land-late": wait,
  drop: { all: { when: moment } },
  cut: {},
  answer: { all: { status: oneOf(409, 429, 500, 503) }, may: { body: flag, when: moment } },
  deny: { all: { what: oneOf("missing", "always") } },
  "refuse-connections": { all: { ms: least(0) } },
  date: { one: { missing: oneOf(true), skewMs: finite, value: text } },
  age: { all: { seconds: least(0) } },
  "no-last-modified": {},
  "stale-read": { may: { back: count } },
  "roll-back": { may: { back: count } },
  "ignore-condition": {},
};

const isMethod = (value: unknown): boolean => typeof value === "string" && /^[A-Z]+$/.test(value);
const ruleMembers: Members = {
  method: {
    must: "be a method or a list of them, in capitals as requests name it",
    holds: (value) => (Array.isArray(value) ? value.every(isMethod) : isMethod(value)),
  },
  key: {
    must: "be a text or a pattern",
    holds: (value) => typeof value === "string" || value instanceof RegExp,
  },
  nth: count,
  first: count,
  every: count,
  probability: {
    must: "be a number from 0 to 1",
    holds: (value) => typeof value === "number" && value >= 0 && value <= 1,
  },
};

/**
 * @param kinds what the server can do that the rule is for
 * @throws TypeError or RangeError that names the member, its value and what it must be
 */
export function checkRule(rule: FaultRule, kinds: readonly FaultAction["kind"][]): void {
  const { action, ...others } = rule;
  checkMembers("a fault's rule", others, { may: ruleMembers });
  const { kind, ...given } = action ?? {};
  if (kind === undefined || !kinds.includes(kind)) {
    throw new TypeError(`the action of a fault has the kind ${shown(kind)}; there are ${kinds.join(", ")}`);
  }
  checkMembers(`a fault of kind ${kind}`, given, shapes[kind]);
}

function checkMembers(what: string, given: object, { all = {}, one = {}, may = {} }: Shape): void {
  const known: Members = { ...all, ...one, ...may };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of entries) {
    const kept = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!kept) throw new TypeError(`${what} has no "${name}"; there are ${Object.keys(known).join(", ")}`);
    if (!kept.holds(value))
      throw new RangeError(`the ${name} of ${what} must ${kept.must}, not ${shown(value)}`);
  }
  const names = entries.map(([name]) => name);
  for (const name of Object.keys(all)) {
    if (!names.includes(name)) throw new TypeError(`${what} needs a "${name}"`);
  }
  const choice = Object.keys(one);
  if (choice.length > 0 && choice.filter((name) => names.includes(name)).length !== 1) {
    throw new TypeError(`${what} needs one of ${choice.join(", ")}`);
  }
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
