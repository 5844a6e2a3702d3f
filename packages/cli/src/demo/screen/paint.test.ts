import { expect, test } from "vitest";
import { wrap } from "./paint.ts";

test("text is broken between words, and no line is longer than the width", () => {
  expect(wrap("the lease gives liveness", 10)).toEqual(["the lease", "gives", "liveness"]);
  expect(wrap("the lease", 9)).toEqual(["the lease"]);
});

test("a word that is longer than a line is left whole", () => {
  expect(wrap("at s3://a-long-bucket now", 6)).toEqual(["at", "s3://a-long-bucket", "now"]);
});

test("no text makes no line", () => {
  expect(wrap("", 10)).toEqual([]);
});
