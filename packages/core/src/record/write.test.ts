import { seededRandom } from "@fencepost/testing";
import { expect, test } from "vitest";
import { deadlineAfter } from "../base/deadline.ts";
import { MisconfiguredError, UnavailableError } from "../base/errors.ts";
import type { CoordinationEvent } from "../base/events.ts";
import type { FencingToken } from "../base/token.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { PutResult, Store } from "../store/store.ts";
import type { StoreAccess } from "./access.ts";
import { type LeaseRecord, leaseFormat } from "./lease-record.ts";
import type { Present } from "./read.ts";
import { type WriteOutcome, writeRecord } from "./write.ts";

const place = { key: "k", name: "k", requestTimeoutMs: 1_000 };
const record: Omit<LeaseRecord, "recent"> = {
  state: "held",
  token: 1 as FencingToken,
  holder: "a",
  ttlMs: 30_000,
  renewals: 0,
};

type Step = (effect: () => Promise<PutResult>, store: Store) => Promise<PutResult> | PutResult;
const lost = new Error("the connection was reset");

/** What becomes of the first puts, in order; later ones go through. */
const steps = {
  "the answer is lost": async (effect) => {
    await effect();
    return { kind: "unknown", cause: lost };
  },
  "the request is lost": () => ({ kind: "unknown", cause: lost }),
  "409": () => ({ kind: "undecided", detail: "409 ConditionalRequestConflict" }),
  "a proxy repeats it, and shows us the refusal of the repeat": async (effect) => {
    await effect();
    return effect();
  },
  "the answer is lost, and then somebody replaces it": async (effect, store) => {
    await effect();
    await writeRecord(
      accessTo(store),
      place,
      leaseFormat,
      await present(store),
      { ...record, holder: "b" },
      limits(),
    );
    return { kind: "unknown", cause: lost };
  },
  "the answer is lost, and then others replace it eight times": async (effect, store) => {
    await effect();
    for (let count = 0; count < 8; count++) {
      await writeRecord(
        { ...accessTo(store), random: seededRandom(100 + count) },
        place,
        leaseFormat,
        await present(store),
        { ...record, holder: "b" },
        limits(),
      );
    }
    return { kind: "unknown", cause: lost };
  },
  "somebody else comes first": async (effect, store) => {
    await store.put("k", leaseFormat.encode({ ...record, recent: [other] }).body, "absent", {});
    return effect();
  },
  "permission is refused": () => {
    throw new MisconfiguredError("403", {});
  },
} satisfies Record<string, Step>;

const other = "f".repeat(32);
let nowMs = 0;
const clock = {
  monotonicMs: () => nowMs,
  wallMs: () => nowMs,
  async sleep(ms: number, signal?: AbortSignal) {
    if (signal)
      return new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    nowMs += ms;
  },
};
const limits = () => ({ deadline: deadlineAfter(clock, 10_000) });
const accessTo = (store: Store, events: CoordinationEvent[] = []): StoreAccess => ({
  store,
  clock,
  random: seededRandom(events.length + 1),
  onEvent: (event) => events.push(event),
});

async function present(store: Store): Promise<Present<LeaseRecord>> {
  const found = await store.get("k", {});
  if (found.kind !== "found") throw new Error("nothing there");
  return { kind: "present", version: found.version, record: leaseFormat.decode(found, "k") };
}

async function create(plan: (keyof typeof steps)[], reads: (inner: Store) => Partial<Store> = () => ({})) {
  const inner = memoryStore();
  const events: CoordinationEvent[] = [];
  const pending = plan.map((name) => steps[name] as Step);
  let puts = 0;
  const store: Store = {
    ...inner,
    ...reads(inner),
    async put(...args) {
      puts += 1;
      const step = pending.shift();
      const effect = () => inner.put(...args);
      return step ? step(effect, inner) : effect();
    },
  };
  const random = seededRandom(77);
  const writing = writeRecord(
    { ...accessTo(store, events), random },
    place,
    leaseFormat,
    { kind: "absent", tokenSeed: 1 },
    record,
    limits(),
  );
  const outcome: WriteOutcome<LeaseRecord> = await writing;
  const gets = events.filter((event) => event.type === "store.request" && event.operation === "get").length;
  return { outcome, puts, gets, store: inner };
}

test.each<[(keyof typeof steps)[], string, number, number]>([
  [[], "written", 1, 0],
  [["the answer is lost"], "written", 1, 1],
  [["the request is lost"], "written", 2, 1],
  [["the request is lost", "the answer is lost"], "written", 2, 2],
  [["a proxy repeats it, and shows us the refusal of the repeat"], "written", 1, 1],
  [["409"], "written", 2, 0],
  [["409", "409"], "written", 3, 0],
  [["409", "409", "409"], "written", 4, 1],
  [["the request is lost", "409"], "written", 3, 1],
  [["the answer is lost, and then somebody replaces it"], "replaced", 1, 1],
  [["the answer is lost, and then others replace it eight times"], "overtaken", 1, 1],
  [["somebody else comes first"], "conflict", 1, 1],
  [["the request is lost", "somebody else comes first"], "conflict", 2, 2],
  [["409", "somebody else comes first"], "conflict", 2, 1],
  [["the request is lost", "permission is refused"], "written", 3, 2],
])("%j: %s, with %d writes and %d reads", async (plan, kind, puts, gets) => {
  const found = create(plan).then((result) => ({
    kind: result.outcome.kind,
    puts: result.puts,
    gets: result.gets,
  }));
  await expect(found).resolves.toEqual({ kind, puts, gets });
});

test("a write follows what it is conditioned on to another version: a copy of a record onto itself is no conflict", async () => {
  const inner = memoryStore();
  await inner.put("k", leaseFormat.encode({ ...record, recent: [other] }).body, "absent", {});
  const base = await present(inner);
  // The same bytes, and a new version.
  await inner.put("k", leaseFormat.encode(base.record).body, { matches: base.version }, {});
  const next = { ...record, renewals: 1 };
  const outcome = await writeRecord(accessTo(inner), place, leaseFormat, base, next, limits());
  expect(outcome).toMatchObject({ kind: "written", state: { record: { renewals: 1 } } });
});

test("every repeat carries the same bytes, so that a late landing is still ours", async () => {
  const { outcome, store } = await create(["the request is lost", "the request is lost"]);
  const stored = await present(store);
  expect(outcome.kind === "written" && outcome.state.record.recent).toEqual(stored.record.recent);
  expect(stored.record.recent).toHaveLength(1);
});

test("a repeat that is refused is settled by a read: after a silence it may have met our own success", async () => {
  let silences = 3;
  const { outcome, puts } = await create(["the answer is lost"], (inner) => ({
    async get(...args) {
      silences -= 1;
      if (silences >= 0) throw new UnavailableError("down", {});
      return inner.get(...args);
    },
  }));
  expect({ kind: outcome.kind, puts }).toEqual({ kind: "written", puts: 2 });
});

test("a permission that is refused at the first attempt is thrown: nothing was written", async () => {
  await expect(create(["permission is refused"])).rejects.toThrow(MisconfiguredError);
});

test("a permission that is refused after a refusal that could not be settled does not say that nothing was written", async () => {
  const down = async (): Promise<never> => {
    throw new UnavailableError("down", {});
  };
  const written = create(
    ["a proxy repeats it, and shows us the refusal of the repeat", "permission is refused"],
    () => ({ get: down }),
  );
  await expect(written).resolves.toMatchObject({ outcome: { kind: "unknown" } });
  expect((await present((await written).store)).record.holder).toBe("a");
});

test("a store that stays silent makes the outcome unknown when the deadline is over, and never a conflict", async () => {
  const silent = Array(60).fill("the request is lost") as (keyof typeof steps)[];
  const down = async (): Promise<never> => {
    throw new UnavailableError("down", {});
  };
  const beganAtMs = nowMs;
  const { outcome } = await create(silent, () => ({ get: down }));
  expect(outcome).toEqual({ kind: "unknown", cause: lost });
  expect(nowMs - beganAtMs).toBeGreaterThanOrEqual(10_000);
});

test("a record that cannot be read in our place is reported, not taken for a conflict", async () => {
  const get = memoryStore();
  await get.put("k", new TextEncoder().encode("hello"), "absent", {});
  await expect(create(["the answer is lost"], () => ({ get: get.get }))).rejects.toMatchObject({
    code: "bad-record",
  });
});

test("a write remembers the seven before it", async () => {
  const store = memoryStore();
  const access = accessTo(store);
  let base: Parameters<typeof writeRecord<LeaseRecord>>[3] = { kind: "absent", tokenSeed: 1 };
  for (let count = 0; count < 12; count++) {
    const outcome: WriteOutcome<LeaseRecord> = await writeRecord(
      access,
      place,
      leaseFormat,
      base,
      record,
      limits(),
    );
    if (outcome.kind !== "written") throw new Error(outcome.kind);
    base = outcome.state;
  }
  const { recent } = (await present(store)).record;
  expect(new Set(recent).size).toBe(8);
});
