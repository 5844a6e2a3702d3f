import { memoryStore, type PutResult } from "@fencepost/core";
import { expect, test } from "vitest";
import { hastyClock } from "../../test/hasty-clock.ts";
import { decided } from "./decided.ts";
import type { Pace } from "./pace.ts";

const undecided: PutResult = { kind: "undecided", detail: "429 slow down" };
const store = memoryStore();

const paceOn = (clock = hastyClock(), signal = new AbortController().signal): Pace => ({
  clock,
  random: { unit: () => 1, id: () => "" },
  signal,
});

test("an undecided write is sent again until it is decided, after pauses that grow and then stay", async () => {
  const answers: PutResult[] = [...Array.from({ length: 6 }, () => undecided), { kind: "refused" }];
  const clock = hastyClock();
  const sentAtMs: number[] = [];
  const result = await decided(store, paceOn(clock), async () => {
    sentAtMs.push(clock.monotonicMs());
    return answers.shift() as PutResult;
  });
  expect(result).toEqual({ kind: "refused" });
  expect(sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] as number))).toEqual([
    20, 40, 80, 160, 160, 160,
  ]);
});

test("where a store spaces its writes, the pauses begin with that space", async () => {
  const spaced = { ...store, capabilities: { ...store.capabilities, minWriteIntervalMs: 1_000 } };
  const clock = hastyClock();
  const answers: PutResult[] = [undecided, undecided, { kind: "refused" }];
  await decided(spaced, paceOn(clock), async () => answers.shift() as PutResult);
  expect(clock.monotonicMs()).toBe(3_000);
});

test("a write that stays undecided ends in an error that says what the store answered", async () => {
  let sent = 0;
  const forEver = decided(store, paceOn(), async () => {
    sent += 1;
    return undecided;
  });
  await expect(forEver).rejects.toThrow(
    "memory: left one write undecided 100 times, at last with: 429 slow down",
  );
  expect(sent).toBe(100);
});

test("a pause ends with the signal's own reason", async () => {
  const end = new AbortController();
  const pace = paceOn(hastyClock(), end.signal);
  const writing = decided(store, pace, async () => {
    end.abort("enough");
    return undecided;
  });
  await expect(writing).rejects.toBe("enough");
});
