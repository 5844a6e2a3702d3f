import { memoryStore, type Store } from "@fencepost/core";
import { expect, test } from "vitest";
import { hastyClock, limitMs } from "../../test/hasty-clock.ts";
import { LimitError } from "./limit.ts";
import { runConformance } from "./report.ts";
import { storeConformance } from "./suite.ts";

const first = (open: () => Store, more: object = {}) => {
  const [one] = storeConformance({ open, clock: hastyClock(), limitMs, ...more });
  if (!one) throw new Error("the suite is empty");
  return one;
};

test("the names of the cases are sentences, each once", () => {
  const names = storeConformance({ open: () => memoryStore() }).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z0-9].*[^.]$/.test(name))).toEqual([]);
});

test("a store that keeps every rule passes, and what does not concern it is counted apart", async () => {
  const clock = hastyClock();
  const store = memoryStore({ clock, versions: "content-hash" });
  const seen: string[] = [];
  const report = await runConformance(
    { open: () => store, clock, limitMs },
    { onCase: ({ name }) => seen.push(name) },
  );
  expect(report).toMatchObject({ ok: true, failed: 0, skipped: 2, passed: report.cases.length - 2 });
  expect(report.cases.filter(({ skipped }) => skipped?.includes("A-B-A")).length).toBe(2);
  expect(seen).toEqual(report.cases.map(({ name }) => name));
});

test("a store that cannot be asked fails every case, and the report carries what it threw", async () => {
  const down = new Error("connection refused");
  const report = await runConformance({ open: () => Promise.reject(down) });
  expect(report).toMatchObject({ ok: false, passed: 0, skipped: 0, failed: report.cases.length });
  expect(report.cases.every(({ error }) => error === down)).toBe(true);
});

test("keys lie under the prefix and a random part, and are deleted at the end of a case, also of a failed one", async () => {
  const store = memoryStore();
  const written: string[] = [];
  const watched: Store = {
    ...store,
    async put(key, ...rest) {
      written.push(key);
      await store.put(key, ...rest);
      throw new Error("a failure after the write");
    },
  };
  const { run } = first(() => watched, { prefix: "mine/" });
  await expect(run()).rejects.toThrow("a failure after the write");
  await expect(run()).rejects.toThrow("a failure after the write");
  expect(written).toEqual([
    expect.stringMatching(/^mine\/[0-9a-f]{32}\/created$/),
    expect.stringMatching(/^mine\/[0-9a-f]{32}\/created$/),
  ]);
  expect(new Set(written).size).toBe(2);
  for (const key of written) expect((await store.get(key, {})).kind).toBe("absent");
});

test("each call gets a signal of its own, since clients leave listeners on what they are handed", async () => {
  const store = memoryStore();
  const signals: (AbortSignal | undefined)[] = [];
  const watched: Store = {
    ...store,
    get: (key, options) => {
      signals.push(options.signal);
      return store.get(key, options);
    },
    put: (key, body, condition, options) => {
      signals.push(options.signal);
      return store.put(key, body, condition, options);
    },
  };
  for (const { run } of storeConformance({ open: () => watched }).slice(0, 5)) await run();
  expect(signals.length).toBeGreaterThan(20);
  expect(signals.every((signal) => signal !== undefined)).toBe(true);
  expect(new Set(signals).size).toBe(signals.length);
});

test("every view that a case opens is closed at its end", async () => {
  const store = memoryStore();
  const open: Store[] = [];
  const closed: Store[] = [];
  const options = {
    open: () => {
      open.push({ ...store });
      return open.at(-1) as Store;
    },
    close: (view: Store) => {
      closed.push(view);
    },
  };
  const race = storeConformance(options).find(({ name }) => name.startsWith("of 32 concurrent creates"));
  await race?.run();
  expect(open.length).toBe(5);
  expect(closed).toEqual(open);
});

test("a case on a store that does not answer ends at its limit", async () => {
  const silent: Store = { ...memoryStore(), put: () => new Promise(() => {}) };
  const { run } = first(() => silent, { clock: { ...hastyClock(), sleep: async () => {} }, limitMs: 250 });
  await expect(run()).rejects.toThrow(new LimitError("did not end within 250 ms"));
});

test("where a store spaces its writes, a case has so much longer", async () => {
  const store = memoryStore();
  const spaced: Store = { ...store, capabilities: { ...store.capabilities, minWriteIntervalMs: 1_000 } };
  const clock = hastyClock();
  const sleptMs: number[] = [];
  const watched = {
    ...clock,
    sleep(ms: number, signal?: AbortSignal) {
      sleptMs.push(ms);
      return clock.sleep(ms, signal);
    },
  };
  await first(() => spaced, { clock: watched }).run();
  expect(sleptMs).toContain(limitMs + 10 * 1_000);
});

test("a case ends with the reason of the signal that it was given", async () => {
  const silent: Store = { ...memoryStore(), put: () => new Promise(() => {}) };
  const end = new AbortController();
  const running = first(() => silent).run(end.signal);
  end.abort("enough");
  await expect(running).rejects.toBe("enough");
});
