/**
 * Runs the programs whose parts exist, as they are written: their outside functions are put in, and `s3://` is a store
 * in memory. All of them are type-checked; integration runs some of them on real servers.
 */
import { createCoordinator, memoryStore, type Store } from "@fencepost/core";
import { afterEach, expect, test, vi } from "vitest";

const stores = vi.hoisted(() => new Map<string, unknown>());
vi.mock("@fencepost/s3", () => ({
  s3Store(location: string): Store {
    const store = (stores.get(location) as Store | undefined) ?? memoryStore();
    stores.set(location, store);
    return store;
  },
}));

/** What a program hands to Node's own test runner. */
const ownTests = vi.hoisted(() => [] as { readonly name: string; readonly run: () => Promise<void> }[]);
vi.mock("node:test", () => ({
  test: (name: string, run: () => Promise<void>) => ownTests.push({ name, run }),
}));

afterEach(() => {
  stores.clear();
  vi.resetModules();
  vi.unstubAllGlobals();
  process.exitCode = undefined;
});

const outside = (functions: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(functions)) vi.stubGlobal(name, value);
};
const storeAt = (location: string): Store => {
  const store = memoryStore();
  stores.set(location, store);
  return store;
};

test("01: the job of the night runs on one machine", async () => {
  const rebuilt = vi.fn();
  outside({ rebuildInvoices: rebuilt });
  await import("./programs/01-cron.ts");
  expect(rebuilt).toHaveBeenCalledTimes(1);
});

test("01: and is skipped, saying so, where another has it", async () => {
  const store = storeAt("s3://acme-jobs/billing");
  await createCoordinator(store, { holder: "the other machine" }).acquire("nightly");
  const rebuilt = vi.fn();
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  outside({ rebuildInvoices: rebuilt });
  await import("./programs/01-cron.ts");
  expect(rebuilt).not.toHaveBeenCalled();
  expect(said).toHaveBeenCalledWith("skipped: the other machine is on it");
  said.mockRestore();
});

test("02: flags are changed without a lock, set from a form, and watched", async () => {
  const store = storeAt("s3://acme-config/prod");
  const watching = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(watching.signal);
  const said = vi.spyOn(console, "log").mockImplementation((value) => {
    if (value === true) watching.abort();
  });
  await import("./programs/02-update.ts");
  expect(said.mock.calls).toEqual([[25], [true]]);
  vi.restoreAllMocks();
  const found = await store.get("flags.json", {});
  expect(found.kind === "found" && new TextDecoder().decode(found.body)).toBe(
    '{"darkMode":true,"rollout":{}}',
  );
});

test("03: the routes are written under a fence, and the next holder is let in", async () => {
  const store = storeAt("s3://acme-config/prod");
  const discover = vi.fn(async (_signal: AbortSignal) => ["a.example", "b.example"]);
  outside({ discover });
  await import("./programs/03-fenced.ts");
  vi.resetModules();
  await import("./programs/03-fenced.ts");
  expect(discover).toHaveBeenCalledTimes(2);
  const document = createCoordinator(store).document("routes.json");
  const { value, token } = await document.read();
  const lease = await createCoordinator(store).inspect("routes.json");
  expect(value).toEqual({ hosts: ["a.example", "b.example"] });
  expect(lease).toEqual({ state: "free", token });
});

test("04: a primary serves and others forward to it; told to stop, both end and the lease is free", async () => {
  const terms: number[] = [];
  const forwarded: (string | undefined)[] = [];
  const listeners = process.listeners("SIGTERM");
  outside({
    serveWrites: async (signal: AbortSignal, term: number) => {
      terms.push(term);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    forwardTo(url: string | undefined) {
      forwarded.push(url);
      if (url !== undefined) process.emit("SIGTERM");
    },
  });
  // The one who forwards looks again after some seconds.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const program = import("./programs/04-election.ts");
  while (terms.length === 0) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await program;
  for (const listener of process.listeners("SIGTERM"))
    if (!listeners.includes(listener)) process.off("SIGTERM", listener);
  expect(forwarded.at(-1)).toBe("http://10.0.0.7:8080");
  expect(terms.length).toBe(1);
  const coordinator = createCoordinator(stores.get("s3://acme-cluster/orders") as Store);
  expect(await coordinator.inspect("primary")).toEqual({ state: "free", token: terms[0] });
});

test("05: a function that may be frozen holds a lease without heartbeats", async () => {
  const importFile = vi.fn(async (_key: string, _options: { signal: AbortSignal }) => 42);
  outside({ importFile });
  const { handler } = await import("./programs/05-lambda.ts");
  const context = { getRemainingTimeInMillis: () => 60_000 };
  expect(await handler({ tenant: "t1", key: "file" }, context)).toBe(42);
  expect(importFile.mock.calls[0]?.[1].signal.aborted).toBe(false);
  const status = await createCoordinator(stores.get("s3://acme-imports/locks") as Store).inspect("import/t1");
  expect(status).toMatchObject({ state: "free" });
});

test("06: a transfer is made once, and whoever asks again is given the same receipt", async () => {
  const bank = {
    transfer: vi.fn(async ({ reference }: { reference: string }) => ({ id: `receipt of ${reference}` })),
    find: vi.fn(),
  };
  const fetched = vi.fn();
  outside({ bank, fetch: fetched });
  const { pay } = await import("./programs/06-once.ts");
  expect(await pay({ reference: "r-42", cents: 100 })).toEqual({ id: "receipt of r-42" });
  expect(bank.transfer).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveBeenCalledTimes(1);
  await expect(pay({ reference: "r-43", cents: 0 })).rejects.toThrow("nothing to pay");
  expect(await pay({ reference: "r-43", cents: 5 })).toEqual({ id: "receipt of r-43" });
});

test("06: a transfer of which nobody can tell is asked for at the bank, and recorded as it was found", async () => {
  const bank = {
    transfer: vi.fn(() => Promise.reject(new Error("connection reset"))),
    find: vi.fn(async (reference: string) => ({ id: `found ${reference}` })),
  };
  outside({ bank, fetch: vi.fn() });
  const { pay } = await import("./programs/06-once.ts");
  expect(bank.find).toHaveBeenCalledWith("r-42");
  expect(await pay({ reference: "r-42", cents: 100 })).toEqual({ id: "found r-42" });
  expect(bank.transfer).toHaveBeenCalledTimes(1);
});

test("07: of four calls at once three are under way, and the fourth waits", async () => {
  const ends: (() => void)[] = [];
  const fetched = vi.fn(
    () => new Promise((resolve) => ends.push(() => resolve({ text: async () => "answer" }))),
  );
  outside({ fetch: fetched });
  const { call } = await import("./programs/07-semaphore.ts");
  const calls = ["a", "b", "c", "d"].map((path) => call(path));
  while (ends.length < 3) await new Promise(setImmediate);
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  expect(fetched).toHaveBeenCalledTimes(3);
  for (const end of ends) end();
  while (ends.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  ends[3]?.();
  expect(await Promise.all(calls)).toEqual(["answer", "answer", "answer", "answer"]);
});

test("08: a row remembers the token, and zero rows mean that a newer holder has been there", async () => {
  const row = { fence: 0 };
  const query = async (_sql: string, [, token]: readonly number[]) => {
    const matches = row.fence <= (token as number);
    if (matches) row.fence = token as number;
    return { rowCount: matches ? 1 : 0 };
  };
  outside({ db: { query } });
  await import("./programs/08-postgres.ts");
  expect(row.fence).toBeGreaterThan(0);
  vi.resetModules();
  row.fence = Number.MAX_SAFE_INTEGER;
  await expect(import("./programs/08-postgres.ts")).rejects.toMatchObject({ code: "fenced", key: "ledger" });
});

test("09: a test of one's own code passes, in virtual time", async () => {
  await import("./programs/09-test.ts");
  expect(ownTests.map(({ name }) => name)).toEqual(["a paused builder cannot overwrite its successor"]);
  for (const { run } of ownTests) await run();
});

test("10: one step of a deployment hands its lease to the next, once", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const { prepare, roll } = await import("./programs/10-handover.ts");
  const state = await prepare();
  const coordinator = createCoordinator(stores.get("s3://acme-deploys/locks") as Store);
  const before = await coordinator.inspect("prod");
  expect(before).toMatchObject({ state: "held", note: "deploy 1183" });
  await roll(state);
  expect(said).toHaveBeenCalledWith(false, "token" in before ? before.token + 1 : undefined);
  said.mockRestore();
  await expect(roll(state)).rejects.toMatchObject({ code: "lease-lost", key: "prod" });
  expect(await coordinator.inspect("prod")).toMatchObject({ state: "free" });
});

test("13: a job takes a signal and a wait that may be undefined", async () => {
  const { coordinator, job } = await import("./programs/13-client.ts");
  expect(await job()).toBe(1);
  expect(await coordinator.inspect("job")).toMatchObject({ state: "free" });
});

test("11: a cache is warmed, with a lease and without a store that answers", async () => {
  const warmCache = vi.fn(async (_signal: AbortSignal) => {});
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  outside({ warmCache });
  await import("./programs/11-down.ts");
  expect(warmCache).toHaveBeenCalledTimes(2);
  expect(said).toHaveBeenCalledWith(1);
  said.mockRestore();
});
