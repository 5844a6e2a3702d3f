import type { CoordinationEvent, FencingToken } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { sentenceOf } from "./lease-events.ts";

const key = "k";
const token = 7 as FencingToken;

describe("an event of the lease", () => {
  test("says who is waited for, and only where somebody waits", () => {
    const contended: CoordinationEvent = { type: "lease.contended", key, token, holder: "\u001b[2Jh" };
    expect(sentenceOf(contended, true)).toEqual({
      kind: "progress",
      text: 'waiting for the lease "k", held by \\u001b[2Jh (token 7)',
    });
    expect(sentenceOf(contended, false)).toBeUndefined();
  });

  test("warns of a release that nobody confirmed, and leaves a lapsed one to the error", () => {
    const released = { type: "lease.released", key, token, heldMs: 1 } as const;
    expect(sentenceOf({ ...released, outcome: "unconfirmed" }, false)?.kind).toBe("warning");
    expect(sentenceOf({ ...released, outcome: "released" }, false)?.kind).toBe("detail");
    expect(sentenceOf({ ...released, outcome: "lapsed" }, false)).toBeUndefined();
  });

  test("hands on what the store warns of, printable", () => {
    const warning: CoordinationEvent = { type: "store.warning", key, message: "odd\u0007" };
    expect(sentenceOf(warning, false)).toEqual({ kind: "warning", text: "odd\\u0007" });
  });

  test("warns of a clock that is off, and says by how much", () => {
    const skewed = { type: "clock.skewed", key } as const;
    expect(sentenceOf({ ...skewed, aheadMs: 90_000 }, false)).toEqual({
      kind: "warning",
      text: "this machine's clock is 90.0 s ahead of the store's: set it",
    });
    expect(sentenceOf({ ...skewed, aheadMs: -1_500 }, false)?.text).toContain("1.5 s behind");
  });

  test("says why a lease is watched and not judged by its age", () => {
    const fallback = { type: "lease.fallback", key, token, holder: "h" } as const;
    expect(sentenceOf({ ...fallback, why: "no-age" }, false)?.text).toContain("does not tell how old");
    expect(sentenceOf({ ...fallback, why: "clocks-apart" }, false)?.text).toContain("unlike this machine's");
  });

  test("is no news where it is a matter of requests", () => {
    const request = {
      type: "store.request",
      key,
      operation: "get",
      outcome: "found",
      durationMs: 1,
    } as const;
    expect(sentenceOf(request, true)).toBeUndefined();
  });
});
