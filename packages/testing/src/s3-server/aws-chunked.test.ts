import { describe, expect, it } from "vitest";
import { unchunked } from "./aws-chunked.ts";

const decode = (text: string) => {
  const decoded = unchunked(Buffer.from(text, "latin1"));
  return decoded && [Buffer.from(decoded.body).toString("latin1"), decoded.trailers];
};

describe("an upload in pieces", () => {
  it.each<[string, string, string, Record<string, string>]>([
    [
      "without signatures, with a checksum behind",
      "3\r\none\r\n3\r\ntwo\r\n0\r\nx-amz-checksum-crc32:AA==\r\n\r\n",
      "onetwo",
      { "x-amz-checksum-crc32": "AA==" },
    ],
    [
      "with a signature at each piece",
      "A;chunk-signature=ab\r\n0123456789\r\n0;chunk-signature=cd\r\n\r\n",
      "0123456789",
      {},
    ],
    ["without any byte", "0\r\n\r\n", "", {}],
    ["whose bytes look like an end", "5\r\n\r\n0\r\n\r\n0\r\n\r\n", "\r\n0\r\n", {}],
  ])("%s is put together", (_, text, body, trailers) => {
    expect(decode(text)).toEqual([body, trailers]);
  });

  it.each<[string, number[], boolean]>([
    ["one small piece", [3], false],
    ["a large piece and a small one", [8192, 3], false],
    ["a small piece and another one", [8191, 8192], true],
  ])("of %s: it has a piece too small before the last: %o, %s", (_, lengths, isSmall) => {
    const pieces = lengths.map((length) => `${length.toString(16)}\r\n${"x".repeat(length)}\r\n`);
    expect(unchunked(Buffer.from(`${pieces.join("")}0\r\n\r\n`))?.hasSmallPiece).toBe(isSmall);
  });

  it.each([
    ["without its last piece", "3\r\none\r\n"],
    ["that breaks off in a piece", "8\r\none\r\n"],
    ["whose length is no number", "x\r\none\r\n0\r\n\r\n"],
    ["whose piece is longer than it says", "2\r\none\r\n0\r\n\r\n"],
    ["that is plain text", "one"],
    ["of nothing at all", ""],
  ])("%s is refused", (_, text) => {
    expect(decode(text)).toBeUndefined();
  });
});
