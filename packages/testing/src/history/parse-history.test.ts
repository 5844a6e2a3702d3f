import { expect, test } from "vitest";
import { parseHistory } from "./parse-history.ts";

const begins = '{"process":"a","id":1,"atMs":5,"kind":"read","key":"x"}';
const ends = '{"process":"a","id":1,"atMs":7,"answer":{"value":null}}';
const other = '{"process":"b","id":1,"atMs":4,"kind":"acquire","key":"x"}';

test("the files of several processes become one history, in the order in which operations began", () => {
  const { operations } = parseHistory(`${begins}\n${ends}\n`, `${other}\n`);
  expect(operations).toEqual([
    {
      process: "b",
      id: 1,
      kind: "acquire",
      key: "x",
      invokedAtMs: 4,
      answer: undefined,
      returnedAtMs: Number.POSITIVE_INFINITY,
    },
    { process: "a", id: 1, kind: "read", key: "x", invokedAtMs: 5, answer: { value: null }, returnedAtMs: 7 },
  ]);
});

test("a last line that a killed process did not finish is left out, and its operation unanswered", () => {
  expect(parseHistory(`${begins}\n${ends.slice(0, 20)}`).operations).toMatchObject([{ answer: undefined }]);
  expect(parseHistory(`${begins}\n${ends}`).operations).toMatchObject([{ answer: { value: null } }]);
});

test.each([
  ["{\n{}\n", "line 1 of text 1 is not JSON"],
  ["[]\n", "names no process"],
  ["7\n", "is no object"],
  ['{"process":"a","id":"1","atMs":5}\n', "has no valid id or atMs"],
  ['{"process":"a","id":1,"atMs":5}\n', "is neither a call nor an answer"],
  [
    '\n{"process":"a","id":1,"atMs":5,"kind":"toString","key":"x"}\n',
    "line 2 of text 1 is of a kind that nobody knows",
  ],
  ['{"process":"a","id":1,"atMs":5,"kind":"read"}\n', "has no key"],
  ['{"process":"a","id":1,"atMs":5,"kind":"cas","key":"x","expected":1}\n', 'has no valid "value"'],
  ['{"process":"a","id":1,"atMs":5,"kind":"write","key":"x","value":[1]}\n', 'has no valid "value"'],
  [`${begins}\n${begins}\n`, "operation 1 of a begins twice: give each process a name of its own"],
  [`${begins}\n${ends}\n${ends}\n`, "operation 1 of a is answered twice"],
  [`${ends}\n`, "operation 1 of a is answered, and never begins"],
  [`${begins}\n${ends.replace("7", "3")}\n`, "operation 1 of a is answered before it begins"],
  [
    `${begins}\n${ends.replace("value", "token")}\n`,
    'the answer of operation 1 of a, a read, has no valid "value"',
  ],
])("a text that is no history is refused: %s", (text, problem) => {
  expect(() => parseHistory(text)).toThrow(SyntaxError);
  expect(() => parseHistory(text)).toThrow(problem);
});
