/** All claims of a prefix: listing and purging. */
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";
import { recorded, settledWith } from "../../../test/claims.ts";
import { type Coordinator, createCoordinator } from "../../coordinator.ts";
import type { Store } from "../../store/store.ts";

const dayMs = 24 * 60 * 60 * 1_000;

async function listed({ claims }: Coordinator, prefix?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of claims.list({ prefix })) keys.push(key);
  return keys.sort();
}

async function withClaims(): Promise<{ world: World; coordinator: Coordinator }> {
  const world = createWorld();
  const { coordinator } = world.process("a");
  await coordinator.once("pay/1").run(async () => {});
  await coordinator.once("mail/1").run(async () => {});
  await settledWith(coordinator.once("pay/stopped").run(async () => Promise.reject(new Error("no"))));
  await (await coordinator.acquire("pay/lease")).release();
  return { world, coordinator };
}

test("claims are listed by their keys, and nothing else is", async () => {
  const { world, coordinator } = await withClaims();
  await world.store.put("_fencepost/claims/stranger.txt", new Uint8Array(), "absent", {});
  expect(await listed(coordinator)).toEqual(["mail/1", "pay/1", "pay/stopped"]);
  expect(await listed(coordinator, "pay/")).toEqual(["pay/1", "pay/stopped"]);
});

test("a purge takes what was done long ago, and leaves what is young, pending or stopped", async () => {
  const { world, coordinator } = await withClaims();
  await world.advance(31 * dayMs);
  await coordinator.once("pay/2").run(async () => {});
  expect(await coordinator.claims.purge({ prefix: "pay/" })).toEqual({ purged: 1, kept: 2 });
  expect(await listed(coordinator)).toEqual(["mail/1", "pay/2", "pay/stopped"]);
  expect(await coordinator.claims.purge({ olderThanMs: 40 * dayMs })).toEqual({ purged: 0, kept: 3 });
});

test("a purged intent is open again: what it was guarded against can happen", async () => {
  const { world, coordinator } = await withClaims();
  await world.advance(31 * dayMs);
  await coordinator.claims.purge();
  expect(await coordinator.once("pay/1").run(async () => {})).toMatchObject({ ran: true });
});

test("where a delete is not conditional a record that says open is left, so that no new attempt can be removed", async () => {
  const { world } = await withClaims();
  await world.advance(31 * dayMs);
  const { clock } = world.process("b");
  let deletes = 0;
  const careless: Store = {
    ...world.store,
    capabilities: { ...world.store.capabilities, conditionalDelete: false },
    async delete(_key, version) {
      deletes += 1;
      return { kind: "written", version };
    },
  };
  const { claims } = createCoordinator(careless, { clock });
  expect(await claims.purge({ prefix: "pay/1" })).toEqual({ purged: 1, kept: 0 });
  expect(deletes).toBe(0);
  expect(await recorded(world, "pay/1")).toMatchObject({ state: "open" });
});

test("a claim of which the store does not tell the age is kept", async () => {
  const { world } = await withClaims();
  await world.advance(31 * dayMs);
  const { clock } = world.process("b");
  const timeless = {
    ...world.store,
    get: async (...read: Parameters<Store["get"]>) => ({
      ...(await world.store.get(...read)),
      times: undefined,
    }),
  } as Store;
  expect(await createCoordinator(timeless, { clock }).claims.purge()).toEqual({ purged: 0, kept: 3 });
});

test("a retention of no time is refused", async () => {
  const { coordinator } = await withClaims();
  await expect(coordinator.claims.purge({ olderThanMs: 0 })).rejects.toThrow("olderThanMs is 0");
});

test("a list that the store does not go on with ends as unavailable, and its request with it", async () => {
  const world = createWorld();
  const { clock } = world.process("a");
  let asked: AbortSignal | undefined;
  const stuck: Store = {
    ...world.store,
    async *list(_prefix, { signal }) {
      asked = signal;
      yield "_fencepost/claims/a.json";
      await new Promise(() => {});
    },
  };
  const coordinator = createCoordinator(stuck, { clock, requestTimeoutMs: 2_000 });
  const outcome = settledWith(listed(coordinator));
  await world.advance(2_000);
  expect(await outcome).toMatchObject({ code: "unavailable", message: expect.stringContaining("listing") });
  expect(asked?.aborted).toBe(true);

  for await (const key of coordinator.claims.list()) {
    expect(key).toBe("a");
    break;
  }
  expect(asked?.aborted).toBe(true);
  const caller = new AbortController();
  const aborted = settledWith(coordinator.claims.purge({ signal: caller.signal }));
  await world.advance(100);
  caller.abort("enough");
  expect(await aborted).toBe("enough");
});
