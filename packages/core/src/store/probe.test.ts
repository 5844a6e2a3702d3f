import { seededRandom } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { UnavailableError, UnsupportedStoreError } from "../base/errors.ts";
import type { CoordinationEvent } from "../base/events.ts";
import { createCoordinator } from "../coordinator.ts";
import { memoryStore } from "./memory-store.ts";
import { probe } from "./probe.ts";
import type { PutResult, Store } from "./store.ts";

const untrusted = (store: Store): Store => ({
  ...store,
  name: "s3://bucket at a gateway",
  capabilities: { ...store.capabilities, trusted: false },
});
const overwrite = async (store: Store, key: string, body: Uint8Array): Promise<PutResult> => {
  for (;;) {
    const found = await store.get(key, {});
    const answer = await store.put(
      key,
      body,
      found.kind === "found" ? { matches: found.version } : "absent",
      {},
    );
    if (answer.kind === "written") return answer;
  }
};

/** Long enough for whoever else has been called at once to look, too. */
async function whileOthersRun(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await undefined;
}

const liars: Record<string, (store: Store) => Partial<Store>> = {
  "a create of a key that has an object is refused": (store) => ({
    put: (key, body, condition, options) =>
      condition === "absent" ? overwrite(store, key, body) : store.put(key, body, condition, options),
  }),
  "a replace of the current version is taken, and of an older one refused": (store) => ({
    put: async (key, body, condition, options) => {
      const found = await store.get(key, {});
      if (condition === "absent" || found.kind === "absent") return store.put(key, body, condition, options);
      return overwrite(store, key, body);
    },
  }),
  "a replace of nothing is refused": (store) => ({
    put: async (key, body, condition, options) => {
      const found = await store.get(key, {});
      return store.put(key, body, found.kind === "absent" ? "absent" : condition, options);
    },
  }),
  // It looks first and writes in a second step, so that one by one all is well.
  "of 16 creates at once one is taken": (store) => ({
    put: async (key, body, condition, options) => {
      const found = await store.get(key, {});
      const holds =
        condition === "absent"
          ? found.kind === "absent"
          : "version" in found && found.version === condition.matches;
      await whileOthersRun();
      if (!holds) return { kind: "refused" };
      return found.kind === "absent" ? overwrite(store, key, body) : store.put(key, body, condition, options);
    },
  }),
  "of 16 replaces at once one is taken": (store) => ({
    put: async (key, body, condition, options) => {
      if (condition === "absent") return store.put(key, body, condition, options);
      const found = await store.get(key, {});
      const holds = "version" in found && found.version === condition.matches;
      await whileOthersRun();
      return holds ? overwrite(store, key, body) : { kind: "refused" };
    },
  }),
};

test.each(["unique", "content-hash"] as const)(
  "a store that keeps its promises passes: versions %s",
  async (versions) => {
    const report = await probe(memoryStore({ versions }));
    expect(report.checks.filter((check) => !check.ok)).toEqual([]);
    expect(report.ok).toBe(true);
  },
);

test("a proxy that sends every write twice, and shows the second answer, makes no good store look bad", async () => {
  const inner = memoryStore();
  const put: Store["put"] = async (...write) => {
    await inner.put(...write);
    return inner.put(...write);
  };
  const report = await probe({ ...inner, put });
  expect(report.checks.filter((check) => !check.ok)).toEqual([]);
});

describe.each(Object.keys(liars))("a store of which it is not true that %s", (name) => {
  test("is found out by that very check", async () => {
    const inner = memoryStore();
    const report = await probe({ ...inner, ...liars[name]?.(inner) });
    expect(report.checks.filter((check) => !check.ok).map((check) => check.name)).toContain(name);
    expect(report.ok).toBe(false);
  });

  test("is not used: the error holds the answers that prove it", async () => {
    const inner = memoryStore();
    const { acquire } = createCoordinator(untrusted({ ...inner, ...liars[name]?.(inner) }));
    const error: unknown = await acquire("x").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnsupportedStoreError);
    expect((error as Error).message).toContain(name);
    expect((error as Error).message).toContain('"written"');
    expect((await inner.get("_fencepost/leases/x.json", {})).kind).toBe("absent");
  });
});

const counted = (inner: Store) => {
  const calls = { requests: 0 };
  const count =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      calls.requests += 1;
      return call(...args);
    };
  return {
    calls,
    store: { ...inner, get: count(inner.get), put: count(inner.put), delete: count(inner.delete) },
  };
};

test("a probe's proof is marked in the store, so that another process pays one read", async () => {
  const { calls, store } = counted(untrusted(memoryStore()));
  await createCoordinator(store).acquire("x");
  expect(calls.requests).toBeGreaterThan(40);
  calls.requests = 0;
  await createCoordinator(store).acquire("y");
  expect(calls.requests).toBe(3);
});

test("a process asks once, however many leases it takes at once", async () => {
  const { calls, store } = counted(untrusted(memoryStore()));
  await createCoordinator(store).acquire("first");
  const coordinator = createCoordinator(store);
  calls.requests = 0;
  await Promise.all(["a", "b", "c", "d"].map((key) => coordinator.acquire(key)));
  expect(calls.requests).toBe(1 + 4 * 2);
});

test("a bucket that was copied to another endpoint, marker and all, is proved anew", async () => {
  const inner = untrusted(memoryStore());
  await createCoordinator(inner).acquire("x");
  const { calls, store } = counted({ ...inner, name: "s3://bucket at another gateway" });
  await createCoordinator(store).acquire("y");
  expect(calls.requests).toBeGreaterThan(40);
});

test("a trusted store, and one that the caller vouches for, are not probed", async () => {
  const trusted = counted(memoryStore());
  await createCoordinator(trusted.store).acquire("x");
  expect(trusted.calls.requests).toBe(2);
  const vouched = counted(untrusted(memoryStore()));
  await createCoordinator(vouched.store, { allowUnprovenStore: true }).acquire("x");
  expect(vouched.calls.requests).toBe(2);
});

test("a probe leaves nothing behind but the marker", async () => {
  const store = untrusted(memoryStore());
  await createCoordinator(store).acquire("x");
  const keys: string[] = [];
  for await (const key of store.list("", {})) keys.push(key);
  expect(keys).toEqual(["_fencepost/leases/x.json", "_fencepost/probe.json"]);
});

test("a store that answers nothing clear is not refused for ever: nothing is proved either way", async () => {
  const inner = untrusted(memoryStore());
  let silent = true;
  const store: Store = {
    ...inner,
    put: async (...args) => (silent ? { kind: "unknown", cause: new Error("503") } : inner.put(...args)),
  };
  const coordinator = createCoordinator(store, { random: seededRandom(1) });
  await expect(coordinator.acquire("x")).rejects.toMatchObject({ code: "unavailable" });
  silent = false;
  expect((await coordinator.acquire("x")).token).toBeGreaterThan(0);
});

test.each(["get", "put"] as const)(
  "a store whose %s hangs is unavailable within the request time-out",
  async (call) => {
    const store: Store = { ...untrusted(memoryStore()), [call]: () => new Promise<never>(() => {}) };
    await expect(createCoordinator(store, { requestTimeoutMs: 20 }).acquire("x")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("no answer within 20 ms"),
    });
  },
);

test("the read of the marker is repeated where the store had no answer, and what it said is reported", async () => {
  const inner = untrusted(memoryStore());
  let silent = true;
  const store: Store = {
    ...inner,
    async get(key, options) {
      if (!silent) return inner.get(key, options);
      silent = false;
      throw new UnavailableError("this machine's clock is 3600 s ahead of the store's", {});
    },
  };
  const events: CoordinationEvent[] = [];
  await createCoordinator(store, { onEvent: (event) => events.push(event) }).acquire("x");
  expect(events[0]).toEqual({
    type: "store.warning",
    key: "_fencepost/probe.json",
    message: "this machine's clock is 3600 s ahead of the store's",
  });
});

test("the time that the first proof takes is not taken from the acquire that waits for it", async () => {
  const inner = untrusted(memoryStore());
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + slowMs };
  let slowMs = 0;
  const store: Store = {
    ...inner,
    async put(...args) {
      // Each write of the probe takes a second by this clock; an acquire with this ttl has 1.5 of them in all.
      if (args[0].startsWith("_fencepost/probes/")) slowMs += 1_000;
      else await systemClock.sleep(10);
      return inner.put(...args);
    },
  };
  const lease = await createCoordinator(store, { clock }).acquire("x", { ttlMs: 3_000 });
  expect(lease.token).toBeGreaterThan(0);
  await lease.release();
});

test("an undecided answer is sent again, and does not count as a winner or a loser", async () => {
  const inner = memoryStore();
  const asked = new Map<string, number>();
  const clock = {
    monotonicMs: () => 0,
    wallMs: () => 0,
    sleep: (_ms: number, signal?: AbortSignal) => (signal ? new Promise<void>(() => {}) : Promise.resolve()),
  };
  const report = await probe(
    {
      ...inner,
      async put(key, body, condition, options) {
        const which = `${key} ${new TextDecoder().decode(body)}`;
        asked.set(which, (asked.get(which) ?? 0) + 1);
        if (asked.get(which) === 1) return { kind: "undecided", detail: "409" };
        return inner.put(key, body, condition, options);
      },
    },
    { clock },
  );
  expect(report.checks.filter((check) => !check.ok)).toEqual([]);
});

test("a store that answers the losers of a race unclearly is judged by who won and what stands", async () => {
  const inner = memoryStore();
  const put: Store["put"] = async (...args) => {
    const answer = await inner.put(...args);
    const inRace = new TextDecoder().decode(args[1]).startsWith("writer");
    return inRace && answer.kind === "refused" ? { kind: "unknown", cause: new Error("500") } : answer;
  };
  expect((await probe({ ...inner, put })).ok).toBe(true);
  const noneHeard: Store["put"] = async (...args) => {
    const answer = await put(...args);
    const inRace = new TextDecoder().decode(args[1]).startsWith("writer");
    return inRace ? { kind: "unknown", cause: new Error("500") } : answer;
  };
  await expect(probe({ ...inner, put: noneHeard })).rejects.toMatchObject({ code: "unavailable" });
});
