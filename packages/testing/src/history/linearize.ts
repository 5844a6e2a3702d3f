/**
 * Whether the operations on one register can be put in an order, each between its invocation and its return, in which
 * every answer is right (Herlihy & Wing, "Linearizability", 1990).
 *
 * The search is that of Wing & Gong ("Testing and verifying concurrent objects", 1993) with the memory of Lowe ("Testing
 * for linearizability", 2017): an operation may come next if none that is still missing had returned before it began,
 * and no configuration (what has been placed, and the state) is looked at twice. One register at a time is enough: a
 * history is linearizable if it is for each object (Horn & Kroening, "Faster linearizability checking via
 * P-compositionality", 2015).
 *
 * Three things keep clean histories cheap. Operations are missed in the order of their returns, so that a
 * configuration is the first that is missing and the few that were in flight when it returned. An answered operation
 * that fits and changes nothing is placed at once: whatever is right with it later is right with it now. Unanswered
 * operations that ask for the same are one row, of which the oldest is used first.
 */
import type { RegisterValue } from "./operation.ts";
import { applyTo, changesNothing, type RegisterOperation } from "./register.ts";

export interface Linearization {
  /** `undecided`: the search was given up at `statesMax`. */
  readonly outcome: "linearizable" | "not-linearizable" | "undecided";
  /** Configurations that were looked at. */
  readonly states: number;
  /** Where it went no further, for who has to explain it. */
  readonly furthest: Configuration | undefined;
}

export interface Configuration {
  /** The first missing one, by the order of returns. */
  readonly missing: RegisterOperation | undefined;
  readonly state: RegisterValue;
  /** Who left that state; nobody: it is the first. */
  readonly leftBy: RegisterOperation | undefined;
}

interface Node {
  readonly frontier: number;
  /** Indices after `frontier` that have been placed, rising. */
  readonly beyond: readonly number[];
  readonly used: Used;
  readonly state: RegisterValue;
  readonly leftBy: RegisterOperation | undefined;
}

/** How many of each row of unanswered operations have been placed. */
interface Used {
  readonly id: number;
  readonly counts: ReadonlyMap<Row, number>;
}

/** Unanswered operations that ask for the same, the oldest first. */
interface Row {
  readonly id: number;
  readonly operations: RegisterOperation[];
}

/** @param statesMax at least 1; some 150 bytes are kept for each */
export function linearize(
  operations: readonly RegisterOperation[],
  initial: RegisterValue,
  statesMax: number,
): Linearization {
  const search = new Search(operations);
  const first = search.first(initial);
  const seen = new Set<string>();
  const stack: Iterator<Node>[] = [[first].values()];
  let furthest = first;
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { done, value: node } = top.next();
    if (done) {
      stack.pop();
      continue;
    }
    const key = search.keyOf(node);
    if (seen.has(key)) continue;
    if (seen.size >= statesMax) return { outcome: "undecided", states: seen.size, furthest: undefined };
    seen.add(key);
    if (search.isComplete(node)) return { outcome: "linearizable", states: seen.size, furthest: undefined };
    if (progressOf(node) > progressOf(furthest)) furthest = node;
    stack.push(search.successors(node));
  }
  return { outcome: "not-linearizable", states: seen.size, furthest: search.configurationOf(furthest) };
}

function progressOf({ frontier, beyond }: Node): number {
  return frontier + beyond.length;
}

class Search {
  /** By their returns. */
  readonly #answered: readonly RegisterOperation[];
  /** For each answered one, those that had begun when it returned and that return no earlier, itself included. */
  readonly #inFlight: readonly (readonly number[])[];
  readonly #rows: readonly Row[];
  readonly #usedIds = new Map<string, number>();

  constructor(operations: readonly RegisterOperation[]) {
    this.#answered = operations
      .filter(({ answer }) => answer !== undefined)
      .sort((one, other) => one.returnedAtMs - other.returnedAtMs);
    this.#inFlight = inFlightAtReturn(this.#answered);
    this.#rows = rowsOf(unansweredThatMatter(operations));
  }

  first(state: RegisterValue): Node {
    return { frontier: 0, beyond: [], used: this.#used(new Map()), state, leftBy: undefined };
  }

  isComplete({ frontier }: Node): boolean {
    return frontier === this.#answered.length;
  }

  configurationOf({ frontier, state, leftBy }: Node): Configuration {
    return { missing: this.#answered[frontier], state, leftBy };
  }

  keyOf({ frontier, beyond, used, state }: Node): string {
    return `${frontier} ${beyond.join()} ${used.id} ${JSON.stringify(state)}`;
  }

  /** What may come next, the likeliest first. */
  *successors(node: Node): Generator<Node> {
    const fitting: Node[] = [];
    for (const index of this.#inFlight[node.frontier] ?? []) {
      if (node.beyond.includes(index)) continue;
      const operation = this.#answered[index] as RegisterOperation;
      const state = applyTo(node.state, operation);
      if (state === undefined) continue;
      const next = { ...node, ...placed(node, index), state };
      if (changesNothing(operation)) {
        yield next;
        return;
      }
      fitting.push({ ...next, leftBy: operation });
    }
    yield* fitting;
    yield* this.#unanswered(node);
  }

  *#unanswered(node: Node): Generator<Node> {
    const untilMs = this.#answered[node.frontier]?.returnedAtMs ?? 0;
    for (const row of this.#rows) {
      const count = node.used.counts.get(row) ?? 0;
      const operation = row.operations[count];
      if (!operation || operation.invokedAtMs > untilMs) continue;
      const state = applyTo(node.state, operation);
      if (state === undefined || state === node.state) continue;
      const used = this.#used(new Map(node.used.counts).set(row, count + 1));
      yield { ...node, used, state, leftBy: operation };
    }
  }

  /** Equal counts have one id. */
  #used(counts: ReadonlyMap<Row, number>): Used {
    const key = [...counts]
      .map(([row, count]) => `${row.id}:${count}`)
      .sort()
      .join();
    const id = this.#usedIds.get(key) ?? this.#usedIds.size;
    this.#usedIds.set(key, id);
    return { id, counts };
  }
}

/** What is missing and what has been placed beyond it, after one more. */
function placed({ frontier, beyond }: Node, index: number): Pick<Node, "frontier" | "beyond"> {
  if (index !== frontier) return { frontier, beyond: [...beyond, index].sort((a, b) => a - b) };
  let next = frontier + 1;
  let passed = 0;
  while (beyond[passed] === next) {
    passed += 1;
    next += 1;
  }
  return { frontier: next, beyond: beyond.slice(passed) };
}

function inFlightAtReturn(byReturn: readonly RegisterOperation[]): number[][] {
  const byInvocation = byReturn
    .map((operation, index) => ({ index, atMs: operation.invokedAtMs }))
    .sort((one, other) => one.atMs - other.atMs);
  const begun = new Set<number>();
  let next = 0;
  return byReturn.map(({ returnedAtMs }, index) => {
    for (let each = byInvocation[next]; each && each.atMs <= returnedAtMs; each = byInvocation[next]) {
      begun.add(each.index);
      next += 1;
    }
    const inFlight = [...begun].sort((a, b) => a - b);
    begun.delete(index);
    return inFlight;
  });
}

/**
 * An unanswered write that nobody saw, and that nobody can have been refused by, may as well never have happened; left
 * in, each would double the configurations of a history that is wrong.
 */
function unansweredThatMatter(operations: readonly RegisterOperation[]): RegisterOperation[] {
  const unanswered = operations.filter(({ answer, kind }) => answer === undefined && kind !== "read");
  const everyWriteMatters = operations.some(
    ({ kind, answer }) =>
      kind === "increment" ||
      (kind === "cas" && (answer === undefined || !("applied" in answer && answer.applied))),
  );
  if (everyWriteMatters) return unanswered;
  const seen = new Set<RegisterValue>();
  for (const operation of operations) {
    if (operation.kind === "read" && operation.answer) seen.add(operation.answer.value);
    if (operation.kind === "cas") seen.add(operation.expected);
  }
  return unanswered.filter((operation) => operation.kind !== "write" || seen.has(operation.value));
}

function rowsOf(unanswered: readonly RegisterOperation[]): Row[] {
  const rows = new Map<string, Row>();
  for (const operation of [...unanswered].sort((one, other) => one.invokedAtMs - other.invokedAtMs)) {
    const asked = signatureOf(operation);
    const row = rows.get(asked) ?? { id: rows.size, operations: [] };
    row.operations.push(operation);
    rows.set(asked, row);
  }
  return [...rows.values()];
}

function signatureOf(operation: RegisterOperation): string {
  switch (operation.kind) {
    case "read":
      return "read";
    case "write":
      return JSON.stringify(["write", operation.value]);
    case "cas":
      return JSON.stringify(["cas", operation.expected, operation.value]);
    case "increment":
      return JSON.stringify(["increment", operation.by]);
  }
}
