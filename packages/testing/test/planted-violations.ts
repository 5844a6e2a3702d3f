/** Small histories that cannot be, each with the one kind of violation that it holds. Lines as processes write them. */
import type { ViolationKind } from "../src/history/violation.ts";
import type { Row } from "./history-of-rows.ts";

export interface PlantedViolation {
  readonly what: string;
  readonly kind: ViolationKind;
  /** Of the processes whose operations show it. */
  readonly shownBy: readonly string[];
  readonly rows: readonly Row[];
}

const acquire = { kind: "acquire", key: "x" };
const hold = (token: number) => ({ kind: "hold", key: "x", token });
const fenced = (token: number) => ({ kind: "fenced-write", key: "x", token });
const read = { kind: "read", key: "x" };
const write = (value: unknown) => ({ kind: "write", key: "x", value });
const cas = (expected: unknown, value: unknown) => ({ kind: "cas", key: "x", expected, value });
const increment = { kind: "increment", key: "x", by: 1 };
const applied = { applied: true };
const refused = { applied: false };

export const plantedViolations: readonly PlantedViolation[] = [
  {
    what: "two holders work at once",
    kind: "overlapping-leases",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 2, acquire, { token: 1 }],
      ["a", 3, 9, hold(1), {}],
      ["b", 4, 5, acquire, { token: 2 }],
      ["b", 6, 8, hold(2), {}],
    ],
  },
  {
    what: "a holder is sure before and after another's whole term, as after a pause",
    kind: "overlapping-leases",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 2, hold(1), {}],
      ["b", 3, 4, hold(2), {}],
      ["a", 5, 6, hold(1), {}],
    ],
  },
  {
    what: "a holder never answers, and had been sure when it began",
    kind: "overlapping-leases",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 9, hold(1), {}],
      ["b", 3, 0, hold(2)],
    ],
  },
  {
    what: "two processes hold under one token",
    kind: "overlapping-leases",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 5, hold(1), {}],
      ["b", 2, 6, hold(1), {}],
    ],
  },
  {
    what: "one token is granted twice",
    kind: "token-granted-twice",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 2, acquire, { token: 7 }],
      ["b", 3, 4, acquire, { token: 7 }],
    ],
  },
  {
    what: "a later grant has a smaller token, and one that overlaps lies between",
    kind: "token-went-back",
    shownBy: ["a", "c"],
    rows: [
      ["a", 1, 2, acquire, { token: 9 }],
      ["b", 1, 6, acquire, { token: 5 }],
      ["c", 3, 4, acquire, { token: 8 }],
    ],
  },
  {
    what: "an old holder's write is accepted after its successor's",
    kind: "fenced-write-went-back",
    shownBy: ["b", "a"],
    rows: [
      ["a", 1, 2, fenced(1), { accepted: true }],
      ["b", 3, 4, fenced(2), { accepted: true }],
      ["a", 5, 6, fenced(1), { accepted: true }],
    ],
  },
  {
    what: "two compare-and-sets replace one state",
    kind: "lost-update",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 3, cas(null, "one"), applied],
      ["b", 2, 4, cas(null, "two"), applied],
    ],
  },
  {
    what: "a compare-and-set replaces what has gone again, and another had replaced it while it was there",
    kind: "lost-update",
    shownBy: ["c", "b"],
    rows: [
      ["d", 1, 2, write("there"), {}],
      ["a", 3, 4, cas("there", "then"), applied],
      ["d", 5, 6, write("there"), {}],
      ["c", 7, 8, write("newer"), {}],
      ["b", 9, 10, cas("there", "late"), applied],
    ],
  },
  {
    what: "two increments are told one sum, beside one that is unanswered",
    kind: "lost-update",
    shownBy: ["a", "b"],
    rows: [
      ["c", 1, 0, increment],
      ["a", 2, 4, increment, { value: 1 }],
      ["b", 3, 5, increment, { value: 1 }],
    ],
  },
  {
    what: "a read answers what had been replaced",
    kind: "stale-read",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 2, write("old"), {}],
      ["a", 3, 4, write("new"), {}],
      ["b", 5, 6, read, { value: "old" }],
    ],
  },
  {
    what: "a read answers nothing after something was written",
    kind: "stale-read",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 2, write("old"), {}],
      ["b", 3, 4, read, { value: null }],
    ],
  },
  {
    what: "a late write is seen, and then is not",
    kind: "stale-read",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 0, write("late")],
      ["b", 2, 3, read, { value: "late" }],
      ["b", 4, 5, read, { value: null }],
    ],
  },
  {
    what: "a read answers what is written only later",
    kind: "value-from-nowhere",
    shownBy: ["a"],
    rows: [
      ["a", 1, 2, read, { value: "later" }],
      ["b", 3, 4, write("later"), {}],
    ],
  },
  {
    what: "a compare-and-set is refused although it fits",
    kind: "not-linearizable",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 2, write("there"), {}],
      ["b", 3, 4, cas("there", "then"), refused],
    ],
  },
  {
    what: "a compare-and-set is applied to what never was",
    kind: "not-linearizable",
    shownBy: ["a", "b"],
    rows: [
      ["a", 1, 2, write("there"), {}],
      ["b", 3, 4, cas("elsewhere", "then"), applied],
    ],
  },
];
