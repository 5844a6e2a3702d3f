import type { FencingToken, LeaseStatus } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { jsonOf, textOf } from "./status.ts";

const token = 7 as FencingToken;
const evil = "\u001b[2J\u009b1m\u202e";
const held: LeaseStatus = { state: "held", token, holder: evil, note: `${evil}\nnote`, expiresInMs: 1_200 };

describe("the status for people", () => {
  test.each<[LeaseStatus, string]>([
    [{ state: "absent" }, "k: free, never held"],
    [{ state: "free", token }, "k: free, last token 7"],
    [
      { state: "held", token, holder: "h", expiresInMs: 1_200 },
      "k: held, by h (token 7); it can be taken in 2 s unless it is renewed",
    ],
    [
      { state: "expired", token, holder: "h", note: "n", expiresInMs: undefined },
      "k: expired, last by h (token 7); whoever asks next gets it\n  n",
    ],
    [
      { state: "undetermined", token, holder: "h", expiresInMs: undefined },
      "k: undetermined, h (token 7) had it, and the store does not tell how long ago",
    ],
  ])("of %o is one readable line, and names the store", (found, text) => {
    expect(textOf("k", "s3://b/p", found)).toBe(`${text}\n  in s3://b/p`);
  });

  test("obeys nothing that a holder, a note, a key or a store says to a terminal", () => {
    const text = textOf(evil, evil, held);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(text.split("\n")).toHaveLength(3);
  });
});

describe("the status as JSON", () => {
  test("says the same to programs, and nothing to a terminal", () => {
    const text = jsonOf("k", "memory:", held);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(text)).toEqual({ key: "k", store: "memory:", ...held });
  });
});
