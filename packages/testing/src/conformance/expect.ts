/** What a rule expects of an answer. Belongs to no test runner and needs no particular runtime. */
import { printable } from "@fencepost/core";

/** A store did not keep a rule. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly expected: string;
  readonly actual: string;

  constructor(what: string, expected: string, actual: string) {
    super(`${what}: expected ${expected}, got ${actual}`);
    this.expected = expected;
    this.actual = actual;
  }
}

/** @throws ConformanceError unless `holds`. */
export function expect(holds: boolean, what: string, expected: string, actual: unknown): void {
  if (!holds) throw new ConformanceError(what, expected, shown(actual));
}

/** Compares numbers, texts, and lists and records of them. */
export function expectEqual<T>(actual: T, expected: T, what: string): void {
  expect(shown(actual) === shown(expected), what, shown(expected), actual);
}

/** Gives the answer back as the kind that it must be. */
export function expectKind<R extends { readonly kind: string }, K extends R["kind"]>(
  result: R,
  kind: K,
  what: string,
): Extract<R, { readonly kind: K }> {
  expect(result.kind === kind, what, kind, result);
  return result as Extract<R, { readonly kind: K }>;
}

/** Compares bytes and says where they first differ, not all of them. */
export function expectBytes(actual: Uint8Array, expected: Uint8Array, what: string): void {
  expect(actual instanceof Uint8Array, what, "a Uint8Array", actual);
  expectEqual(actual.byteLength, expected.byteLength, `${what}: its length in bytes`);
  for (let at = 0; at < expected.byteLength; at += 1) {
    if (actual[at] !== expected[at]) expectEqual(actual[at], expected[at], `${what}: its byte ${at}`);
  }
}

/** @throws ConformanceError unless `call` throws the very value that `reason` is. */
export async function expectThrown(
  call: () => Promise<unknown>,
  reason: unknown,
  what: string,
): Promise<void> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    expect(error === reason, what, `the signal's own reason (${String(reason)})`, error);
    return;
  }
  const none = answer === undefined ? "no error" : `no error but ${shown(answer)}`;
  throw new ConformanceError(what, `the signal's own reason (${String(reason)})`, none);
}

/** For people: short, on one line, and with its names in one order, so that it can be compared too. */
function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  if (value instanceof Error) return `${value.name}: ${printable(value.message)}`;
  if (Array.isArray(value)) return `[${value.map(shown).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{ ${members.map(([name, member]) => `${name}: ${shown(member)}`).join(", ")} }`;
  }
  return typeof value === "string" ? JSON.stringify(printable(value)) : String(value);
}
