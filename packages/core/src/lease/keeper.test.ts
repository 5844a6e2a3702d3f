/** Renewals: from when they count, and what ends them. The renewal of a lease of 30 s is sent after 9 to 10 s. */
import { createWorld, seededRandom, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { deadlineAfter } from "../base/deadline.ts";
import type { CoordinationEvent } from "../base/events.ts";
import type { FencingToken } from "../base/token.ts";
import { RecordCell } from "../record/cell.ts";
import { type HeldRecord, recordFormat } from "../record/format.ts";
import { leaseFormat } from "../record/lease-record.ts";
import { writeRecord } from "../record/write.ts";
import { keepRenewed } from "./keeper.ts";
import { release } from "./release.ts";
import { Term } from "./term.ts";
import { timingOf } from "./timing.ts";
import { Progress } from "./window.ts";

const name = "_fencepost/leases/x.json";
const windowMs = 25_500;

const puts = (world: World): number =>
  world.events.filter((event) => event.type === "store.request" && event.operation === "put").length;
const kinds = (world: World): string[] =>
  world.events.map(({ type }) => type).filter((type) => type.startsWith("lease."));

test("a renewed window counts from before the renewal was sent, not from its answer", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  world.fault("slow");
  await world.advance(12_000);
  const renewed = world.events.find((event) => event.type === "lease.renewed");
  expect(renewed).toMatchObject({ remainingMs: windowMs - 1_000 });
});

test("a renewed window counts from before the first attempt, not from what settled or repeated it", async () => {
  const world = createWorld();
  await world.process("a").coordinator.acquire("x");
  await world.advance(8_900);
  const heard = world.fault("lose-answers");
  await world.advance(2_000);
  heard();
  await world.advance(6_000);
  const renewed = world.events.find((event) => event.type === "lease.renewed");
  expect(renewed).toMatchObject({ remainingMs: windowMs - 5_000 });
});

test("after the window has closed no renewal is sent, and nothing ever says held again", async () => {
  const world = createWorld();
  const a = world.process("a");
  const lease = await a.coordinator.acquire("x");
  const sent = puts(world);
  a.pause();
  await world.advance(60_000);
  a.resume();
  await world.advance(60_000);
  expect(puts(world)).toBe(sent);
  expect(kinds(world)).toEqual(["lease.acquired", "lease.lost"]);
  expect(lease.remainingMs()).toBe(0);
  expect(await lease.release()).toBe("lapsed");
});

test("a renewal that lands, and is answered only after the window has closed, revives nothing", async () => {
  const world = createWorld();
  const a = world.process("a", { random: { unit: () => 0, id: () => "a".repeat(32) } });
  const lease = await a.coordinator.acquire("x");
  world.fault("slow");
  await world.advance(10_500);
  a.pause();
  await world.advance(60_000);
  expect(await versionOf(world)).toBe("2");
  a.resume();
  await world.advance(10_000);
  expect(kinds(world)).not.toContain("lease.renewed");
  expect(() => lease.throwIfLost()).toThrow("stood still");
});

async function versionOf(world: World): Promise<string | undefined> {
  const found = await world.store.get(name, {});
  return found.kind === "found" ? found.version : undefined;
}

test("something that is no record in its place ends the lease at the next renewal", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  const matches = (await versionOf(world)) as never;
  await world.store.put(name, new TextEncoder().encode("hello"), { matches }, {});
  await world.advance(10_000);
  expect(lease.signal.reason).toMatchObject({ reason: "superseded", cause: { code: "bad-record" } });
});

test("a renewal loop that breaks is a loss with its cause, told before the window has closed (R8)", async () => {
  const broken = new Error("no more randomness");
  let draws = 0;
  const random = {
    unit: () => {
      draws += 1;
      if (draws > 1) throw broken;
      return 0;
    },
    id: () => "a".repeat(32),
  };
  const world = createWorld();
  const { signal } = await world.process("a", { random }).coordinator.acquire("x");
  await world.advance(11_000);
  expect(signal.reason).toMatchObject({ code: "lease-lost", cause: broken });
});

/** What others have written there since, so often that no id of ours is left. */
async function overtake(world: World, change: object): Promise<void> {
  const found = await world.store.get(name, {});
  if (found.kind !== "found") throw new Error("no record");
  const record = leaseFormat.decode(found, "x");
  const recent = Array.from({ length: 8 }, (_, count) => String(count).repeat(32));
  const { body } = leaseFormat.encode({ ...record, recent, ...change });
  await world.store.put(name, body, { matches: found.version }, {});
}

test("a renewal that was overtaken by more writes than the record remembers ends the lease, and says who has it", async () => {
  const world = createWorld();
  const lease = await world.process("a").coordinator.acquire("x");
  await overtake(world, { token: lease.token + 9, holder: "z" });
  await world.advance(10_000);
  expect(lease.signal.reason).toMatchObject({
    reason: "superseded",
    successor: { holder: "z", token: lease.token + 9 },
  });
});

test("a renewal whose doubt is told only after a loss tells none: nothing says uncertain after lost", async () => {
  const world = createWorld();
  const a = world.process("a");
  await a.coordinator.acquire("x");
  world.fault("slow");
  world.fault("lose-answers");
  await world.advance(9_500);
  a.pause();
  await world.advance(60_000);
  a.resume();
  await world.advance(60_000);
  expect(kinds(world).slice(kinds(world).indexOf("lease.lost"))).toEqual(["lease.lost"]);
});

interface Claim extends HeldRecord {
  readonly state: "pending" | "done" | "open";
  readonly ttlMs: number;
}
const any = { rule: "anything", holds: () => true };
const claimFormat = recordFormat<Claim>("claim", {
  state: any,
  token: any,
  holder: any,
  recent: any,
  renewals: any,
  ttlMs: any,
});

async function claimed(world: World) {
  const { clock, store } = world.process("a");
  const events: CoordinationEvent[] = [];
  const onEvent = (event: CoordinationEvent) => void events.push(event);
  const access = { store, clock, random: seededRandom(1), onEvent };
  const place = { key: "x", name, requestTimeoutMs: 1_000 };
  const token = 1 as FencingToken;
  const pending = { state: "pending", token, holder: "a", renewals: 0, ttlMs: 30_000 } as const;
  const absent = { kind: "absent", tokenSeed: 1 } as const;
  const deadline = deadlineAfter(clock, 5_000);
  const created = await writeRecord(access, place, claimFormat, absent, pending, { deadline });
  if (created.kind !== "written") throw new Error(created.kind);
  const cell = new RecordCell(access, place, claimFormat, created.state);
  const timing = timingOf({}, { requestTimeoutMs: undefined, minWriteIntervalMs: 0 });
  const progress = new Progress(clock);
  const openedAtMs = progress.nowMs();
  const term = new Term({ key: "x", holder: "a", token, timing, progress, openedAtMs, onEvent });
  void keepRenewed(term, cell, { ms: 10_000, clock, random: access.random });
  return { term, cell, events, access, place };
}

test("a record of another kind is kept by the same loop, and ends in a final state of its own", async () => {
  const world = createWorld();
  const { term, cell, events } = await claimed(world);
  await world.advance(25_000);
  expect(events.filter(({ type }) => type === "lease.renewed")).toHaveLength(2);
  const done = ({ recent: _, ...claim }: Claim) => ({ ...claim, state: "done" as const });
  expect(await release(term, cell, done)).toMatchObject({ outcome: "released" });
  const found = await world.store.get(name, {});
  if (found.kind !== "found") throw new Error("no record");
  expect(claimFormat.decode(found, "x")).toMatchObject({ state: "done", renewals: 2, token: 1 });
});

test("a record of another kind that somebody ended under its own token was released by force", async () => {
  const world = createWorld();
  const { term, cell, access, place } = await claimed(world);
  const { recent: _, ...rest } = cell.state.record;
  const deadline = deadlineAfter(access.clock, 5_000);
  const random = seededRandom(9);
  await writeRecord(
    { ...access, random },
    place,
    claimFormat,
    cell.state,
    { ...rest, state: "open" },
    { deadline },
  );
  await world.advance(10_000);
  expect(term.lost).toMatchObject({ reason: "released" });
});
