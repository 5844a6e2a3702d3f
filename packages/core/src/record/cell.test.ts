import { seededRandom } from "@fencepost/testing";
import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { deadlineAfter } from "../base/deadline.ts";
import type { FencingToken } from "../base/token.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { Store } from "../store/store.ts";
import { RecordCell } from "./cell.ts";
import { type LeaseRecord, leaseFormat } from "./lease-record.ts";
import { writeRecord } from "./write.ts";

const place = { key: "k", name: "k", requestTimeoutMs: 1_000 };
const record: Omit<LeaseRecord, "recent"> = {
  state: "held",
  token: 1 as FencingToken,
  holder: "a",
  ttlMs: 30_000,
  renewals: 0,
};
const raise = (now: LeaseRecord): LeaseRecord => ({ ...now, renewals: now.renewals + 1 });

async function cellOn(store: Store) {
  const access = { store, clock: systemClock, random: seededRandom(1), onEvent: () => {} };
  const options = { deadline: deadlineAfter(systemClock, 1_000) };
  const created = await writeRecord(
    access,
    place,
    leaseFormat,
    { kind: "absent", tokenSeed: 1 },
    record,
    options,
  );
  if (created.kind !== "written") throw new Error(created.kind);
  return { cell: new RecordCell(access, place, leaseFormat, created.state), options };
}

test("writes of one record follow each other, each made from what the one before left", async () => {
  const { cell, options } = await cellOn(memoryStore());
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => cell.write(raise, options)));
  expect(outcomes.map((outcome) => outcome.kind)).toEqual(["written", "written", "written", "written"]);
  expect(cell.state.record.renewals).toBe(4);
});

test("after a write that could not be settled nothing is sent any more: it might overtake the one before", async () => {
  const inner = memoryStore();
  let puts = 0;
  const { cell } = await cellOn({
    ...inner,
    async put(...args) {
      puts += 1;
      return puts === 1 ? inner.put(...args) : { kind: "unknown", cause: "silence" };
    },
  });
  const over = { deadline: { remainingMs: () => 0 } };
  expect((await cell.write(raise, over)).kind).toBe("unknown");
  const sent = puts;
  expect((await cell.write(raise, over)).kind).toBe("unknown");
  expect(puts).toBe(sent);
});

test("a write that throws does not stop the ones after it", async () => {
  const { cell, options } = await cellOn(memoryStore());
  const broken = cell.write(() => {
    throw new Error("made wrongly");
  }, options);
  await expect(broken).rejects.toThrow("made wrongly");
  expect((await cell.write(raise, options)).kind).toBe("written");
});
