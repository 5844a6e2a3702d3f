import { expect, it } from "vitest";
import { idOf, sessionOf, stepOf } from "./session.ts";

it.each([
  [undefined, "whole"],
  ["bytes 0-*/*", "whole"],
  ["bytes 0-*/5", "whole"],
  ["bytes 0-4/5", "whole"],
  ["bytes 0-4/*", "part"],
  ["bytes 0-4/9", "part"],
  ["bytes 0-*/9", "part"],
  ["bytes 5-9/10", "part"],
  ["nonsense", "part"],
  ["bytes */*", "question"],
  ["bytes */5", "question"],
])("five bytes with Content-Range %s are a %s", (range, step) => {
  expect(stepOf(range, 5)).toBe(step);
});

it("a session's id brings back what it was made of", () => {
  const session = { name: "a/ü", settings: { metadata: { k: "v" } }, conditions: { ifGenerationMatch: "7" } };
  expect(sessionOf(idOf(session))).toEqual(session);
  expect(() => sessionOf("nobodys")).toThrow(SyntaxError);
  expect(() => sessionOf(Buffer.from("{}").toString("base64url"))).toThrow(/none of this server's/);
});
