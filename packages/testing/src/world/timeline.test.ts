import { expect, test } from "vitest";
import { Timeline } from "./timeline.ts";

test("what falls due runs in the order of its time, and what is due at once in the order in which it was asked for", async () => {
  const timeline = new Timeline();
  const ran: string[] = [];
  const timesMs = [70, 10, 40, 10, 90, 20, 40, 0, 40];
  for (const [index, atMs] of timesMs.entries()) timeline.at(atMs, () => ran.push(`${atMs}:${index}`));
  expect(await timeline.advance(60)).toBe(7);
  expect(ran).toEqual(["0:7", "10:1", "10:3", "20:5", "40:2", "40:6", "40:8"]);
  expect(timeline.nowMs).toBe(60);
  expect(await timeline.advance(30)).toBe(2);
});

test("promises settle before the next thing that falls due", async () => {
  const timeline = new Timeline();
  const seen: string[] = [];
  timeline.at(10, () => void Promise.resolve().then(async () => seen.push(await "settled")));
  timeline.at(10, () => seen.push("next"));
  await timeline.advance(10);
  expect(seen).toEqual(["settled", "next"]);
});

test("what was cancelled does not run, and is not counted", async () => {
  const timeline = new Timeline();
  const cancel = timeline.at(10, () => expect.unreachable("it was cancelled"));
  cancel();
  expect(await timeline.advance(10)).toBe(0);
});
