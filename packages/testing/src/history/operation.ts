/** What a process did, as an observer saw it: when it began, what it was answered, and when. */

/** What a register can hold. `null`: nothing is there. Compared with `===`. */
export type RegisterValue = string | number | boolean | null;

/** Each kind of operation: what it asks, and what it can be answered. */
export interface OperationKinds {
  /** Looks at a register. */
  readonly read: { readonly ask: object; readonly answer: { readonly value: RegisterValue } };
  /** Writes a register, whatever it held. */
  readonly write: { readonly ask: { readonly value: RegisterValue }; readonly answer: object };
  /** Compare-and-set: writes `value` if the register holds `expected`. */
  readonly cas: {
    readonly ask: { readonly expected: RegisterValue; readonly value: RegisterValue };
    readonly answer: { readonly applied: boolean };
  };
  /** Adds `by` to a register (an absent one counts as 0), and is told the sum. */
  readonly increment: {
    readonly ask: { readonly by: number };
    readonly answer: { readonly value: number };
  };
  /** Asks for a lease. `null`: somebody else has it. */
  readonly acquire: { readonly ask: object; readonly answer: { readonly token: number | null } };
  /**
   * Something done under a lease. The holder looked at its lease just after this began, and again just after it was
   * answered, and was sure of it both times. Without an answer only the first is said.
   */
  readonly hold: { readonly ask: { readonly token: number }; readonly answer: object };
  /** A claim or a write that carries a fencing token; `key` is that of the guarded resource. */
  readonly "fenced-write": {
    readonly ask: { readonly token: number };
    readonly answer: { readonly accepted: boolean };
  };
}

/** The name of a kind of operation. */
export type OperationKind = keyof OperationKinds;

/** What a process asks, before it knows an answer. */
export type Call<K extends OperationKind = OperationKind> = {
  [N in K]: { readonly kind: N; readonly key: string } & OperationKinds[N]["ask"];
}[K];

/** What a process was told. */
export type Answer<K extends OperationKind = OperationKind> = OperationKinds[K]["answer"];

/** A call of one process, and what came of it. Times are milliseconds of one clock for the whole history. */
export type Operation<K extends OperationKind = OperationKind> = {
  [N in K]: Call<N> & {
    readonly process: string;
    /** Tells the operations of one process apart. */
    readonly id: number;
    readonly invokedAtMs: number;
    /** `undefined`: unknown. It may take effect at any time after its invocation, or never. */
    readonly answer: Answer<N> | undefined;
    /** `Infinity` where the answer is unknown. */
    readonly returnedAtMs: number;
  };
}[K];

/** An operation whose answer is known. */
export type Answered<K extends OperationKind = OperationKind> = Operation<K> & {
  readonly answer: Answer<K>;
};

/** What many processes did, in the order in which they began. */
export interface History {
  readonly operations: readonly Operation[];
}

export function isAnswered<O extends Operation>(
  operation: O,
): operation is O & { readonly answer: NonNullable<O["answer"]> } {
  return operation.answer !== undefined;
}

/** Those of one kind, with their answers. */
export function answeredOf<K extends OperationKind>(
  operations: readonly Operation[],
  kind: K,
): readonly Answered<K>[] {
  return operations.filter((each) => each.kind === kind && isAnswered(each)) as unknown as Answered<K>[];
}

/** In a few words, as in `a: cas 3 → 4, refused`. */
export function describeOperation(operation: Operation): string {
  return `${operation.process}: ${whatOf(operation)}`;
}

/** The call and its answer, without who it was. @param longest of a value, in characters */
export function whatOf(operation: Operation, longest = 24): string {
  const shown = (value: RegisterValue): string => show(value, longest);
  switch (operation.kind) {
    case "read":
      return operation.answer ? `read ${shown(operation.answer.value)}` : "read, unanswered";
    case "write":
      return `write ${shown(operation.value)}${operation.answer ? "" : ", unknown"}`;
    case "cas":
      return `cas ${shown(operation.expected)} → ${shown(operation.value)}, ${outcome(operation.answer?.applied, "applied", "refused")}`;
    case "increment":
      return `add ${operation.by}${operation.answer ? ` = ${operation.answer.value}` : ", unknown"}`;
    case "acquire":
      if (!operation.answer) return "acquire, unknown";
      return operation.answer.token === null
        ? "acquire: contended"
        : `acquire: token ${operation.answer.token}`;
    case "hold":
      return `holds token ${operation.token}${operation.answer ? "" : ", later unsure"}`;
    case "fenced-write":
      return `write under ${operation.token}, ${outcome(operation.answer?.accepted, "accepted", "refused")}`;
  }
}

function outcome(yes: boolean | undefined, one: string, other: string): string {
  if (yes === undefined) return "unknown";
  return yes ? one : other;
}

/** A value as it would be written in JSON, cut where it is long. */
export function show(value: RegisterValue, longest = 24): string {
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 2)}…"`;
}
