/** What our adapter, and a lease on it, make of what can go wrong at Google. Answers and broken connections are in its quirk tests. */
import { createCoordinator, type PutCondition, probe, type Store, type Version } from "@fencepost/core";
import { gcsStore } from "@fencepost/gcs";
import {
  type FaultRule,
  gcsProfiles,
  Hold,
  type ObjectServer,
  profileLike,
  type ServerAction,
  startGcsServer,
} from "@fencepost/testing";
import { afterEach, beforeEach, expect, test } from "vitest";

const quick = profileLike(gcsProfiles.gcs, { changeEveryMs: 0 });
let server: ObjectServer;
let store: Store;
beforeEach(async () => {
  server = await startGcsServer({ profile: quick });
  store = storeAt();
});
afterEach(() => server.close());

const storeAt = (prefix = "app"): Store => gcsStore({ bucket: "bucket", prefix, endpoint: server.url });
const put = (text: string, condition: PutCondition) =>
  store.put("key", new TextEncoder().encode(text), condition, {});
const strike = (action: ServerAction, rule: Omit<FaultRule<ServerAction>, "action"> = {}) =>
  server.fault({ first: 1, ...rule, action });

async function written(text: string, condition: PutCondition = "absent"): Promise<Version> {
  const result = await put(text, condition);
  if (result.kind !== "written") throw new Error(`expected it to be written, got ${result.kind}`);
  return result.version;
}

async function read(): Promise<string> {
  const found = await store.get("key", {});
  return found.kind === "found" ? new TextDecoder().decode(found.body) : found.kind;
}

test("a write that is delayed past another one is refused when it is decided", async () => {
  const base = await written("base");
  const hold = new Hold();
  const delayed = strike({ kind: "delay", hold }, { method: "POST" });
  const late = put("late", { matches: base });
  await hold.untilCaught();
  await written("early", { matches: base });
  await hold.letGo();
  expect(await late).toEqual({ kind: "refused" });
  expect([await read(), delayed.fired]).toEqual(["early", 1]);
});

test("a write that lands late is unknown, and lands or not by its condition of then", async () => {
  for (const overtaken of [false, true]) {
    store = storeAt(`late-${overtaken}`);
    const base = await written("base");
    const hold = new Hold();
    strike({ kind: "land-late", hold }, { method: "POST" });
    expect(await put("late", { matches: base })).toMatchObject({ kind: "unknown" });
    expect(await read()).toBe("base");
    if (overtaken) await written("early", { matches: base });
    expect(await hold.letGo()).toEqual([{ status: overtaken ? 412 : 200 }]);
    expect(await read()).toBe(overtaken ? "early" : "late");
  }
});

test.each<[string, ServerAction]>([
  ["without Date", { kind: "date", missing: true }],
  ["with a Date that is none", { kind: "date", value: "yesterday" }],
  ["with a Date before its Last-Modified", { kind: "date", skewMs: -60_000 }],
  ["without Last-Modified", { kind: "no-last-modified" }],
  ["with an Age", { kind: "age", seconds: 1 }],
])("an answer %s brings the object and does not date it", async (_, action) => {
  await written("there");
  const fault = strike(action, { method: "GET" });
  expect(await store.get("key", {})).toMatchObject({ kind: "found", times: undefined });
  expect(fault.fired).toBe(1);
  expect((await store.get("key", {})) as object).toMatchObject({ times: { resolutionMs: 1_000 } });
});

test.each<[string, ServerAction]>([
  ["without Date", { kind: "date", missing: true }],
  ["with an Age", { kind: "age", seconds: 1 }],
])("an absence %s gives no seed for tokens", async (_, action) => {
  strike(action, { method: "GET" });
  expect(await store.get("key", {})).toEqual({ kind: "absent", tokenSeed: undefined });
  expect(await store.get("key", {})).toMatchObject({ kind: "absent", tokenSeed: expect.any(Number) });
});

test("a Date that runs ahead makes an object look older, by that much", async () => {
  await written("there");
  strike({ kind: "date", skewMs: 60_000 }, { method: "GET" });
  const found = await store.get("key", {});
  expect(found.kind === "found" && found.times?.ageMs).toBeGreaterThanOrEqual(60_000);
});

test("a stale read shows what was, with its version, which the next write is refused for", async () => {
  const first = await written("first");
  await written("second", { matches: first });
  const stale = strike({ kind: "stale-read" }, { method: "GET" });
  const found = await store.get("key", {});
  expect(found).toMatchObject({ kind: "found", version: first });
  expect(stale.fired).toBe(1);
  expect(await put("third", { matches: first })).toEqual({ kind: "refused" });
  expect(await read()).toBe("second");
});

test("a condition that is ignored is found out by the probe, and refused before the first lease", async () => {
  const heal = server.fault({ method: "POST", action: { kind: "ignore-condition" } });
  expect((await probe(store)).ok).toBe(false);
  await expect(createCoordinator(storeAt("other")).acquire("x")).rejects.toMatchObject({
    code: "unsupported-store",
  });
  heal();
  expect(heal.fired).toBeGreaterThan(1);
  expect((await probe(store)).ok).toBe(true);
});

test("a state that is rolled back makes the release say that the lease has lapsed", async () => {
  const lease = await createCoordinator(store).acquire("job", { ttlMs: 30_000 });
  await lease.release();
  const again = await createCoordinator(store).acquire("job", { ttlMs: 30_000 });
  expect(again.token).toBeGreaterThan(lease.token);
  const back = strike({ kind: "roll-back", back: 2 }, { key: /leases\/job/ });
  expect(await again.release()).toBe("lapsed");
  expect(back.fired).toBe(1);
});

test("an acquire whose answer is lost is ours, for one read more", async () => {
  await (await createCoordinator(store).acquire("warm")).release();
  server.log.clear();
  const lost = strike({ kind: "drop", when: "after-effect" }, { method: "POST", key: /leases\/job/ });
  const lease = await createCoordinator(store, { allowUnprovenStore: true }).acquire("job");
  expect(lost.fired).toBe(1);
  expect(server.log.of(undefined, /leases\/job/).map(({ operation, status }) => [operation, status])).toEqual(
    [
      ["objects.get", 404],
      ["objects.insert", undefined],
      ["objects.get", 200],
    ],
  );
  expect(await lease.release()).toBe("released");
});

test("Google's one write a second is waited for by a lease, and not lost", async () => {
  await server.close();
  server = await startGcsServer();
  store = storeAt();
  const coordinator = createCoordinator(store, { allowUnprovenStore: true });
  const lease = await coordinator.acquire("job");
  expect(await lease.release()).toBe("released");
  const statuses = server.log.of("objects.insert").map(({ status }) => status);
  expect(statuses[0]).toBe(200);
  expect(statuses).toContain(429);
  expect(statuses.at(-1)).toBe(200);
});
