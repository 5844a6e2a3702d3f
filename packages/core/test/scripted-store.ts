/** A store in memory whose writes go as a test says, one after the other, and a coordinator on a clock that never waits. */
import {
  type Clock,
  type CoordinationEvent,
  type Coordinator,
  createCoordinator,
  type Lease,
  type MemoryStoreOptions,
  memoryStore,
  type PutCondition,
  type PutOptions,
  type PutResult,
  type Store,
} from "@fencepost/core";
import { seededRandom } from "@fencepost/testing";

/** What becomes of one write. `effect` sends it; `store` is what the others see. */
export type WriteStep = (effect: () => Promise<PutResult>, store: Store) => Promise<PutResult> | PutResult;

export const lost: PutResult = { kind: "unknown", cause: new Error("the connection was reset") };

/** The write lands, and nobody hears of it; then `others` do what they do. */
export const answerLost =
  (others: (store: Store) => Promise<unknown> = async () => {}): WriteStep =>
  async (effect, store) => {
    await effect();
    await others(store);
    return lost;
  };

/** Others come first. */
export const after =
  (others: (store: Store) => Promise<unknown>): WriteStep =>
  async (effect, store) => {
    await others(store);
    return effect();
  };

/** The write never arrives; `others` do what they do meanwhile. */
export const requestLost =
  (others: (store: Store) => Promise<unknown> = async () => {}): WriteStep =>
  async (_effect, store) => {
    await others(store);
    return lost;
  };

export interface Scripted {
  readonly coordinator: Coordinator;
  /** Seen without the script. */
  readonly store: Store;
  /** What was asked of documents: `get`, `put` or `delete`, in order. */
  readonly requests: string[];
  readonly events: CoordinationEvent[];
}

/** Time passes when somebody sleeps, and no time-out ever ends. */
export function hastyClock(): Clock {
  let nowMs = 0;
  return {
    monotonicMs: () => nowMs,
    wallMs: () => nowMs,
    async sleep(ms, signal) {
      if (signal)
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      nowMs += ms;
    },
  };
}

/** Leases are not what these tests are about. */
const isRecord = (key: string): boolean => key.startsWith("_fencepost/");

export function scripted(
  steps: readonly WriteStep[] = [],
  { capabilities, ...options }: MemoryStoreOptions & { capabilities?: Partial<Store["capabilities"]> } = {},
): Scripted {
  const clock = hastyClock();
  const store = memoryStore({ clock, ...options });
  const pending = [...steps];
  const requests: string[] = [];
  const events: CoordinationEvent[] = [];
  const write = (key: string, operation: string, effect: () => Promise<PutResult>): Promise<PutResult> => {
    if (isRecord(key)) return effect();
    requests.push(operation);
    const step = pending.shift();
    return Promise.resolve(step ? step(effect, store) : effect());
  };
  const reached: Store = {
    ...store,
    capabilities: { ...store.capabilities, ...capabilities },
    get(key, call) {
      if (!isRecord(key)) requests.push("get");
      return store.get(key, call);
    },
    put: (key: string, body: Uint8Array, condition: PutCondition, call: PutOptions) =>
      write(key, "put", () => store.put(key, body, condition, call)),
    delete: (key, version, call) => write(key, "delete", () => store.delete(key, version, call)),
  };
  const coordinator = createCoordinator(reached, {
    holder: "us",
    clock,
    random: seededRandom(7),
    onEvent: (event) => events.push(event),
  });
  return { coordinator, store, requests, events };
}

let seed = 100;
/** Somebody with the same package, and other ids each time. */
export const others = (store: Store): Coordinator =>
  createCoordinator(store, { holder: "others", clock: hastyClock(), random: seededRandom(seed++) });

/** A grant as a document sees it. */
export const leaseWith = (token: number, key = "d"): Lease =>
  ({ key, token, throwIfLost: () => {}, remainingMs: () => 60_000 }) as unknown as Lease;

/** Somebody with another tool, who knows of no conditions and leaves no ids. */
export async function overwrite(
  store: Store,
  key: string,
  text: string,
  beside: PutOptions = {},
): Promise<void> {
  const found = await store.get(key, {});
  const condition = found.kind === "found" ? { matches: found.version } : "absent";
  await store.put(key, new TextEncoder().encode(text), condition, beside);
}

/** The object's bytes as text; `undefined`: there is none. */
export async function textAt(store: Store, key: string): Promise<string | undefined> {
  const found = await store.get(key, {});
  return found.kind === "found" ? new TextDecoder().decode(found.body) : undefined;
}
