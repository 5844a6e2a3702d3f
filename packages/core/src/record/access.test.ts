import { expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import { UnavailableError } from "../base/errors.ts";
import type { CoordinationEvent } from "../base/events.ts";
import { systemRandom } from "../base/random.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { Store } from "../store/store.ts";
import { requestGet, requestPut, type StoreAccess } from "./access.ts";

const skew = "this machine's clock is 3600 s ahead of the store's";
const place = { key: "job", name: "leases/job", requestTimeoutMs: 1_000 };

function reported(part: Partial<Store>): { access: StoreAccess; events: CoordinationEvent[] } {
  const events: CoordinationEvent[] = [];
  const store = { ...memoryStore(), ...part };
  const access = {
    store,
    clock: systemClock,
    random: systemRandom,
    onEvent: (event: CoordinationEvent) => events.push(event),
  };
  return { access, events };
}

test("the event of an undecided write carries what the store said", async () => {
  const { access, events } = reported({ put: async () => ({ kind: "undecided", detail: skew }) });
  await requestPut(access, place, { body: new Uint8Array() }, "absent");
  expect(events).toMatchObject([
    { type: "store.request", operation: "put", outcome: "undecided", detail: skew },
  ]);
});

test("the event of a read without an answer carries what was said instead", async () => {
  const { access, events } = reported({ get: () => Promise.reject(new UnavailableError(skew, {})) });
  await expect(requestGet(access, place, {})).rejects.toMatchObject({ code: "unavailable" });
  expect(events).toMatchObject([
    { type: "store.request", operation: "get", outcome: "unavailable", detail: skew },
  ]);
});

test("a store that refuses this machine's clock is an alarm of its own, with figures, from a write and from a read", async () => {
  const { access, events } = reported({
    put: async () => ({ kind: "undecided", detail: skew, clockAheadMs: 3_600_000 }),
    get: () => Promise.reject(new UnavailableError(skew, { clockAheadMs: -3_600_000 })),
  });
  await requestPut(access, place, { body: new Uint8Array() }, "absent");
  await requestGet(access, place, {}).catch(() => {});
  expect(events.filter(({ type }) => type === "clock.skewed")).toEqual([
    { type: "clock.skewed", key: "job", aheadMs: 3_600_000 },
    { type: "clock.skewed", key: "job", aheadMs: -3_600_000 },
  ]);
});
