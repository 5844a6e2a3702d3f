import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Trust } from "./trust.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("trust is overdue from its end on, by how long ago that was, until it is extended", () => {
  const trust = new Trust();
  expect(trust.overdueMs()).toBe(0);
  trust.extend(100);
  vi.advanceTimersByTime(100);
  expect(trust.overdueMs()).toBe(0);
  vi.advanceTimersByTime(70);
  expect(trust.overdueMs()).toBe(70);
  trust.extend(10);
  expect(trust.overdueMs()).toBe(0);
});
