import type { PutResult, Version } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { ConformanceError, expectBytes, expectEqual, expectKind, expectThrown } from "./expect.ts";

const failureOf = async (call: () => unknown): Promise<ConformanceError> => {
  const thrown = await new Promise((resolve) => resolve(call())).catch((error: unknown) => error);
  if (!(thrown instanceof ConformanceError)) throw new Error(`no ConformanceError but ${String(thrown)}`);
  return thrown;
};

describe("a failed expectation", () => {
  test("says what was looked at, what was expected and what was there", async () => {
    const failure = await failureOf(() => expectEqual(["a", "b"], ["a"], "the keys"));
    expect(failure).toMatchObject({ expected: '["a"]', actual: '["a", "b"]' });
    expect(failure.message).toBe('the keys: expected ["a"], got ["a", "b"]');
  });

  test("shows an answer of another kind with all that it carries", async () => {
    const written = { kind: "written", version: "7" as Version } as PutResult;
    const failure = await failureOf(() => expectKind(written, "refused", "a create"));
    expect(failure.message).toBe('a create: expected refused, got { kind: "written", version: "7" }');
    const unknown = { kind: "unknown", cause: new Error("reset") } as PutResult;
    expect((await failureOf(() => expectKind(unknown, "written", "a put"))).actual).toBe(
      '{ cause: Error: reset, kind: "unknown" }',
    );
  });

  test("names the first byte that differs, not all of them", async () => {
    const failure = await failureOf(() =>
      expectBytes(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 9, 9), "a body"),
    );
    expect(failure.message).toBe("a body: its byte 1: expected 9, got 2");
    const shorter = await failureOf(() => expectBytes(Uint8Array.of(1), Uint8Array.of(1, 2), "a body"));
    expect(shorter.message).toBe("a body: its length in bytes: expected 2, got 1");
  });

  test("escapes what could move a terminal's cursor", async () => {
    expect((await failureOf(() => expectEqual("\u001b[2J", "x", "a key"))).actual).toBe('"\\\\u001b[2J"');
  });

  test("tells another error, or none, from the very reason that a call must throw", async () => {
    const reason = new Error("stop");
    await expectThrown(() => Promise.reject(reason), reason, "a get");
    const other = await failureOf(() =>
      expectThrown(() => Promise.reject(new Error("stop")), reason, "a get"),
    );
    expect(other.message).toBe("a get: expected the signal's own reason (Error: stop), got Error: stop");
    const none = await failureOf(() => expectThrown(async () => undefined, reason, "a get"));
    expect(none.actual).toBe("no error");
  });
});
