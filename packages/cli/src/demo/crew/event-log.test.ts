import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DemoEvent } from "./event.ts";
import { EventLog } from "./event-log.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const granted: DemoEvent = { type: "granted", worker: "A", token: 1, atMs: 1 };
const limit = { expected: "A should get the lease", limitMs: 5_000 };
const any = (): boolean => true;

test("an event that was told before is found as well as one that is still to come", async () => {
  const seen: DemoEvent[] = [];
  const log = new EventLog((event) => seen.push(event));
  const waiting = log.until("granted", ({ token }) => token === 1, limit);
  log.tell({ ...granted, token: 7 });
  log.tell(granted);
  await expect(waiting).resolves.toBe(granted);
  await expect(log.until("granted", ({ token }) => token === 1, limit)).resolves.toBe(granted);
  expect(seen).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test("what does not happen in time is named", async () => {
  const waiting = new EventLog(() => {}).until("granted", any, limit);
  const failure = expect(waiting).rejects.toThrow(
    "A should get the lease within 5 s, and that did not happen",
  );
  await vi.advanceTimersByTimeAsync(5_000);
  await failure;
});

test("a failure ends every wait, now and later, with its first reason", async () => {
  const log = new EventLog(() => {});
  const waiting = log.until("granted", any, limit);
  log.fail(new Error("the store is gone"));
  log.fail(new Error("and the worker, too"));
  await expect(waiting).rejects.toThrow("the store is gone");
  await expect(log.until("exited", any, limit)).rejects.toThrow("the store is gone");
  expect(vi.getTimerCount()).toBe(0);
});
