import { LeaseLostError } from "@fencepost/core";
import { expect, test } from "vitest";
import { createWorld } from "../world/world.ts";
import { checkHistory } from "./check-history.ts";
import { parseHistory } from "./parse-history.ts";
import { HistoryRecorder } from "./recorder.ts";

test("what is recorded, and what is read back from its lines, is one history", async () => {
  const lines: string[] = [];
  const recorder = new HistoryRecorder({ onLine: (line) => lines.push(line) });
  const a = recorder.process("a");
  await a.record({ kind: "increment", key: "n", by: 1 }, async () => ({ value: 1 }));
  await a.record({ kind: "read", key: "n" }, async () => "unknown");
  const failing = a.record({ kind: "write", key: "n", value: 2 }, () => Promise.reject(new Error("reset")));
  await expect(failing).rejects.toThrow("reset");
  expect(recorder.history.operations.map(({ kind, answer }) => [kind, answer])).toEqual([
    ["increment", { value: 1 }],
    ["read", undefined],
    ["write", undefined],
  ]);
  expect(parseHistory(lines.join("\n"))).toEqual(recorder.history);
});

test("what a recorder saw one after the other stays so although the clock stands still", async () => {
  for (const nowMs of [0, -5, 12_345_678_901.5]) {
    const recorder = new HistoryRecorder({ clock: { monotonicMs: () => nowMs } });
    const a = recorder.process("a");
    await a.record({ kind: "write", key: "x", value: 1 }, async () => ({}));
    await a.record({ kind: "read", key: "x" }, async () => ({ value: null }));
    expect(checkHistory(recorder.history).violations).toMatchObject([{ kind: "stale-read" }]);
  }
});

test("a holder is certain only while it looked and was sure: a pause in between is no overlap", async () => {
  const world = createWorld();
  const [a, b] = [world.process("a"), world.process("b")];
  const recorder = new HistoryRecorder({ clock: world.process("observer").clock });
  const [recordA, recordB] = [recorder.process("a"), recorder.process("b")];
  const lease = await recordA.acquire("x", () => a.coordinator.acquire("x"));
  const working = recordA.hold(lease, () => a.clock.sleep(1_000));
  a.pause();
  const waiting = recordB.acquire("x", () => b.coordinator.acquire("x", { waitMs: 60_000 }));
  await world.advance(40_000);
  const successor = await waiting;
  const second = recordB.hold(successor, () => b.clock.sleep(1_000));
  await world.advance(1_000);
  await second;
  a.resume();
  await working;
  await expect(recordA.hold(lease, () => {})).rejects.toBeInstanceOf(LeaseLostError);
  const { history } = recorder;
  expect(history.operations.map(({ process, kind, answer }) => [process, kind, answer])).toEqual([
    ["a", "acquire", { token: lease.token }],
    ["a", "hold", undefined],
    ["b", "acquire", { token: successor.token }],
    ["b", "hold", {}],
  ]);
  expect(checkHistory(history).outcome).toBe("clean");
});

test("who does not get the lease is recorded with no token", async () => {
  const world = createWorld();
  const recorder = new HistoryRecorder();
  await world.process("a").coordinator.acquire("x");
  const nothing = await recorder
    .process("b")
    .acquire("x", () => world.process("b").coordinator.tryAcquire("x"));
  expect(nothing).toBeUndefined();
  expect(recorder.history.operations).toMatchObject([{ kind: "acquire", answer: { token: null } }]);
});
