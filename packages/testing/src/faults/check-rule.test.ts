import { expect, it } from "vitest";
import { checkRule } from "./check-rule.ts";
import { type FaultAction, proxyKinds, serverKinds } from "./fault-action.ts";
import type { FaultRule } from "./fault-rule.ts";
import { Hold } from "./hold.ts";

const kinds = [...serverKinds, ...proxyKinds];
const drop = { kind: "drop", when: "after-effect" } as const;

it.each<[string, unknown, string]>([
  ["no action", { method: "PUT" }, "the action of a fault has the kind undefined; there are delay, drop"],
  ["an unknown kind", { action: { kind: "dorp" } }, 'has the kind "dorp"; there are delay, drop'],
  ["an unknown member", { times: 1, action: drop }, 'rule has no "times"; there are method, key, nth'],
  ["an unknown member of an action", { action: { ...drop, ms: 1 } }, 'kind drop has no "ms"; there are when'],
  ["a moment that is none", { action: { kind: "drop", when: "after" } }, 'not "after"'],
  ["a drop that does not say when", { action: { kind: "drop" } }, 'kind drop needs a "when"'],
  ["a delay without end", { action: { kind: "delay" } }, "kind delay needs one of ms, hold"],
  ["a delay with two ends", { action: { kind: "delay", ms: 1, hold: new Hold() } }, "needs one of ms, hold"],
  [
    "a hold that is none",
    { action: { kind: "delay", hold: {} } },
    "hold of a fault of kind delay must be a Hold",
  ],
  ["no number of milliseconds", { action: { kind: "delay", ms: Number.NaN } }, "from 0 on, not NaN"],
  ["a negative time", { action: { kind: "refuse-connections", ms: -1 } }, "from 0 on, not -1"],
  ["a status that no fault has", { action: { kind: "answer", status: 418 } }, "503, not 418"],
  ["a refusal of nothing", { action: { kind: "deny" } }, 'kind deny needs a "what"'],
  ["an Age that is no number", { action: { kind: "age", seconds: "60" } }, 'from 0 on, not "60"'],
  ["a Date with two values", { action: { kind: "date", missing: true, skewMs: 1 } }, "needs one of missing"],
  ["no write back", { action: { kind: "stale-read", back: 0 } }, "a whole number from 1 on, not 0"],
  [
    "a method in small letters",
    { method: "put", action: drop },
    'in capitals as requests name it, not "put"',
  ],
  ["a list with one in small letters", { method: ["GET", "put"], action: drop }, "in capitals"],
  ["a key that is neither text nor pattern", { key: 7, action: drop }, "must be a text or a pattern, not 7"],
  ["the request before the first", { nth: 0, action: drop }, "nth of a fault's rule must be a whole number"],
  ["half a request", { first: 1.5, action: drop }, "from 1 on, not 1.5"],
  ["each less than first", { every: -1, action: drop }, "from 1 on, not -1"],
  ["more than certainty", { probability: 2, action: drop }, "must be a number from 0 to 1, not 2"],
])("%s is refused, and named", (_, rule, says) => {
  expect(() => checkRule(rule as FaultRule, kinds)).toThrow(says);
});

it.each<FaultAction>([
  { kind: "delay", ms: 0 },
  { kind: "land-late", hold: new Hold() },
  drop,
  { kind: "cut" },
  { kind: "answer", status: 409 },
  { kind: "answer", status: 503, body: false, when: "after-effect" },
  { kind: "deny", what: "missing" },
  { kind: "refuse-connections", ms: 5 },
  { kind: "date", missing: true },
  { kind: "date", skewMs: -5 },
  { kind: "date", value: "soon" },
  { kind: "age", seconds: 60 },
  { kind: "no-last-modified" },
  { kind: "stale-read", back: undefined },
  { kind: "roll-back", back: 2 },
  { kind: "ignore-condition" },
])("an action that can be done is taken: %o", (action) => {
  const rule: FaultRule = {
    method: ["PUT", "GET"],
    key: /x/,
    nth: 1,
    first: undefined,
    probability: 0.5,
    action,
  };
  expect(() => checkRule(rule, kinds)).not.toThrow();
  expect(() => checkRule({ action }, kinds)).not.toThrow();
});
