/** From the lines that several processes wrote to one history. */
import type { HistoryLine, InvokeLine, ReturnLine } from "./line.ts";
import type { Answer, History, Operation, OperationKind } from "./operation.ts";

type Fields = Readonly<Record<string, unknown>>;
type Test = (value: unknown) => boolean;

const isNumber: Test = Number.isFinite;
const isValue: Test = (value) => value === null || ["string", "number", "boolean"].includes(typeof value);
const isBoolean: Test = (value) => typeof value === "boolean";

/** What each kind must carry beside its key. */
const kinds: Readonly<Record<OperationKind, { readonly ask: Shape; readonly answer: Shape }>> = {
  read: { ask: {}, answer: { value: isValue } },
  write: { ask: { value: isValue }, answer: {} },
  cas: { ask: { expected: isValue, value: isValue }, answer: { applied: isBoolean } },
  increment: { ask: { by: isNumber }, answer: { value: isNumber } },
  acquire: { ask: {}, answer: { token: (token) => token === null || isNumber(token) } },
  hold: { ask: { token: isNumber }, answer: {} },
  "fenced-write": { ask: { token: isNumber }, answer: { accepted: isBoolean } },
};
type Shape = Readonly<Record<string, Test>>;

/**
 * The history in texts of JSON lines, as {@link HistoryRecorder} writes them: one text a process, or several in one. A last
 * line that its process did not finish is left out.
 *
 * @throws SyntaxError for a line that is none of a history, naming text and line, counted from 1.
 */
export function parseHistory(...texts: readonly string[]): History {
  return historyOf(texts.flatMap(linesIn));
}

/** @throws SyntaxError for an answer without its operation, and for a second one of either. */
export function historyOf(lines: readonly HistoryLine[]): History {
  const operations = new Map<string, Operation>();
  const invokes = lines.filter((line): line is InvokeLine => "kind" in line);
  for (const line of invokes) {
    const { atMs, ...call } = line;
    if (operations.has(nameOf(line))) throw twice(line, "begins");
    const pending = { ...call, invokedAtMs: atMs, answer: undefined, returnedAtMs: Number.POSITIVE_INFINITY };
    operations.set(nameOf(line), pending as Operation);
  }
  const answered = new Set<string>();
  for (const line of lines.filter((each): each is ReturnLine => !("kind" in each))) {
    const name = nameOf(line);
    const operation = operations.get(name);
    if (!operation)
      throw new SyntaxError(`operation ${line.id} of ${line.process} is answered, and never begins`);
    if (answered.has(name)) throw twice(line, "is answered");
    answered.add(name);
    if (line.answer !== null) operations.set(name, withAnswer(operation, line.answer, line.atMs));
  }
  return {
    operations: [...operations.values()].sort((one, other) => one.invokedAtMs - other.invokedAtMs),
  };
}

function withAnswer(operation: Operation, answer: Answer, atMs: number): Operation {
  const wrong = firstWrong(answer as Fields, kinds[operation.kind].answer);
  const { process, id, kind, invokedAtMs } = operation;
  if (wrong !== undefined)
    throw new SyntaxError(`the answer of operation ${id} of ${process}, a ${kind}, has no valid "${wrong}"`);
  if (atMs < invokedAtMs) throw new SyntaxError(`operation ${id} of ${process} is answered before it begins`);
  return { ...operation, answer, returnedAtMs: atMs } as Operation;
}

function twice({ process, id }: HistoryLine, what: string): SyntaxError {
  return new SyntaxError(`operation ${id} of ${process} ${what} twice: give each process a name of its own`);
}

function nameOf({ process, id }: HistoryLine): string {
  return `${id} ${process}`;
}

function linesIn(text: string, index: number): HistoryLine[] {
  const lines = text.split("\n");
  const unfinished = lines.pop() ?? "";
  const whole = isWhole(unfinished) ? [...lines, unfinished] : lines;
  return whole.flatMap((line, at) =>
    line.trim() === "" ? [] : [lineFrom(line, `line ${at + 1} of text ${index + 1}`)],
  );
}

function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function lineFrom(line: string, place: string): HistoryLine {
  const wrong = (problem: string): SyntaxError =>
    new SyntaxError(`${place} ${problem}: ${line.slice(0, 200)}`);
  if (!isWhole(line)) throw wrong("is not JSON");
  const fields: unknown = JSON.parse(line);
  if (typeof fields !== "object" || fields === null) throw wrong("is no object");
  const { process, id, atMs, kind, key, answer } = fields as Fields;
  if (typeof process !== "string") throw wrong("names no process");
  if (!isNumber(id) || !isNumber(atMs)) throw wrong("has no valid id or atMs");
  if (kind === undefined) {
    if (typeof answer !== "object") throw wrong("is neither a call nor an answer");
    return fields as ReturnLine;
  }
  if (!Object.hasOwn(kinds, String(kind))) throw wrong(`is of a kind that nobody knows`);
  if (typeof key !== "string") throw wrong("has no key");
  const missing = firstWrong(fields as Fields, kinds[kind as OperationKind].ask);
  if (missing !== undefined) throw wrong(`has no valid "${missing}"`);
  return fields as InvokeLine;
}

function firstWrong(fields: Fields, shape: Shape): string | undefined {
  return Object.entries(shape).find(([name, isRight]) => !isRight(fields[name]))?.[0];
}
