import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Screen } from "./screen.ts";

function written(terminal: boolean, use: (screen: Screen) => void): string {
  const stream = new PassThrough();
  use(new Screen(stream, terminal));
  return String(stream.read() ?? "");
}

test("on a terminal the live line is written over by the next one, and by the next line", () => {
  const text = written(true, (screen) => {
    screen.live("waits 1");
    screen.live("waits 2");
    screen.print(["granted"]);
  });
  expect(text).toBe("waits 1\r\u001b[2Kwaits 2\r\u001b[2Kgranted\n");
});

test("elsewhere there are lines only", () => {
  const text = written(false, (screen) => {
    screen.live("waits 1");
    screen.print(["granted", "why"]);
    screen.print([]);
  });
  expect(text).toBe("granted\nwhy\n");
});
