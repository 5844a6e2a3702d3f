import { expect, test } from "vitest";
import { ProcessClock } from "./process-clock.ts";
import { Timeline } from "./timeline.ts";

test("a paused process's sleep ends when it goes on, and not before", async () => {
  const timeline = new Timeline();
  const clock = new ProcessClock(timeline, {});
  let woke = false;
  void clock.sleep(10).then(() => {
    woke = true;
  });
  clock.pause();
  await timeline.advance(1_000);
  expect(woke).toBe(false);
  clock.resume();
  await timeline.advance(0);
  expect(woke).toBe(true);
});

test("clocks run at a rate of their own, start apart, and the wall clock can be set", async () => {
  const timeline = new Timeline();
  const [right, other] = [
    new ProcessClock(timeline, {}),
    new ProcessClock(timeline, { rate: 1.5, wallOffsetMs: 60_000 }),
  ];
  expect(other.wallMs() - right.wallMs()).toBe(60_000);
  await timeline.advance(1_000);
  expect([right.monotonicMs(), other.monotonicMs()]).toEqual([1_000, 1_500]);
  other.stepWall(-60_000);
  expect(other.wallMs() - right.wallMs()).toBe(500);
});

test("a sleep is as long as the process's own clock says", async () => {
  const timeline = new Timeline();
  const clock = new ProcessClock(timeline, { rate: 2 });
  let woke = false;
  void clock.sleep(1_000).then(() => {
    woke = true;
  });
  await timeline.advance(499);
  expect(woke).toBe(false);
  await timeline.advance(1);
  expect(woke).toBe(true);
});

test("a pause of the whole machine leaves the monotonic clock behind, and the wall clock not", async () => {
  const timeline = new Timeline();
  const clock = new ProcessClock(timeline, {});
  const wallMs = clock.wallMs();
  clock.pause();
  await timeline.advance(5_000);
  clock.resume({ monotonicStoodStill: true });
  expect([clock.monotonicMs(), clock.wallMs() - wallMs]).toEqual([0, 5_000]);
});

test("a sleep whose signal aborts rejects with the signal's own reason, and holds no place in the timeline", async () => {
  const timeline = new Timeline();
  const end = new AbortController();
  const sleeping = new ProcessClock(timeline, {}).sleep(1_000, end.signal);
  end.abort("enough");
  await expect(sleeping).rejects.toBe("enough");
  expect(await timeline.advance(1_000)).toBe(0);
});
