/** What tests of read-write locks share: the lock of a process, its records, and what was asked of the store. */
import type { SimulatedProcess, World } from "@fencepost/testing";
import type { ReadWriteLock } from "../src/index.ts";

export const lockOf = ({ coordinator }: SimulatedProcess, readers = 3): ReadWriteLock =>
  coordinator.readWriteLock("x", { readers });

const nameOf = (part: string): string => `_fencepost/read-write/x.${part}.json`;
type Raw = Readonly<Record<string, unknown>> & { readonly recent: readonly string[] };

export async function recordOf({ store }: World, part: string): Promise<Partial<Raw>> {
  const found = await store.get(nameOf(part), {});
  return found.kind === "found" ? JSON.parse(new TextDecoder().decode(found.body)) : {};
}

/** Writes it anew behind everybody's back. */
export async function rewrite({ store }: World, part: string, change: (record: Raw) => Raw): Promise<void> {
  const found = await store.get(nameOf(part), {});
  if (found.kind !== "found") throw new Error(`there is no ${nameOf(part)}`);
  const record: Raw = JSON.parse(new TextDecoder().decode(found.body));
  const recent = ["0".repeat(32), ...record.recent].slice(0, 8);
  const body = new TextEncoder().encode(JSON.stringify({ ...change(record), recent }));
  await store.put(nameOf(part), body, { matches: found.version }, {});
}

/** As an operator's tool would. */
export const force = (world: World, part: string): Promise<void> =>
  rewrite(world, part, (record) => ({ ...record, state: "free", forced: { by: "operator", why: "stuck" } }));

/** What was asked of the store meanwhile. */
export async function requestsDuring<R>(world: World, call: () => Promise<R>): Promise<[string[], R]> {
  const since = world.events.length;
  const result = await call();
  const requests = world.events.slice(since);
  return [requests.flatMap((event) => (event.type === "store.request" ? [event.operation] : [])), result];
}
