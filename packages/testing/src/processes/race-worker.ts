/** The program of one process in a race: does what it is ordered, one order at a time, until its parent lets go. */
import { type Store, systemClock, systemRandom, type Version } from "@fencepost/core";
import { addLines } from "../contention/increments.ts";
import type { Pace } from "../contention/pace.ts";
import { contend } from "../contention/race.ts";
import { machineMs } from "./machine-clock.ts";
import type { Attempt, ObjectState, Order, OrderName, Orders, Reply } from "./orders.ts";

type Deeds = { readonly [N in OrderName]: (ask: Orders[N]["ask"]) => Promise<Orders[N]["answer"]> };

/** The parent bounds the whole race and ends this process; nothing here is to outlive it. */
const pace: Pace = {
  clock: systemClock,
  random: systemRandom,
  get signal() {
    return new AbortController().signal;
  },
};
let opened: Store | undefined;
let prepared: Orders["ready"]["ask"] | undefined;

const deeds: Deeds = {
  async open({ module, exportName, argument }) {
    const exports = (await import(module)) as Readonly<Record<string, unknown>>;
    const open = exports[exportName];
    if (typeof open !== "function") {
      throw new TypeError(
        `${module} exports no function "${exportName}": it must open and give back the store`,
      );
    }
    opened = (await open(argument)) as Store;
    return null;
  },
  async create({ key, text }) {
    const { verdict } = await contend(store(), key, text, "absent", pace);
    if (verdict === "refused")
      throw new Error(`the store refused to create ${key}, which nobody else writes`);
    return null;
  },
  async read({ key }): Promise<ObjectState | null> {
    const found = await store().get(key, { signal: pace.signal });
    return found.kind === "found"
      ? { text: new TextDecoder().decode(found.body), version: found.version }
      : null;
  },
  async remove({ key }) {
    const found = await store().get(key, { signal: pace.signal });
    if (found.kind === "found") await store().delete(key, found.version, { signal: pace.signal });
    return null;
  },
  async ready(ask) {
    prepared = ask;
    return null;
  },
  async go({ atMs }): Promise<Attempt> {
    if (!prepared) throw new Error("was sent off before it was told what to write");
    const { key, text, replaces } = prepared;
    const condition = replaces === null ? "absent" : { matches: replaces as Version };
    await until(atMs);
    const sentAtMs = machineMs();
    const { verdict } = await contend(store(), key, text, condition, pace);
    return { verdict, sentAtMs, answeredAtMs: machineMs() };
  },
  async add({ key, lines, attemptsMax, atMs }) {
    await until(atMs);
    await addLines(store(), key, lines, pace, attemptsMax);
    return null;
  },
};

function store(): Store {
  if (!opened) throw new Error("was asked to write before it was told what store to open");
  return opened;
}

async function until(atMs: number): Promise<void> {
  await pace.clock.sleep(atMs - machineMs(), pace.signal);
}

async function replyTo(order: Order): Promise<Reply> {
  try {
    const deed = deeds[order.name] as (ask: Order["ask"]) => Promise<unknown>;
    return { id: order.id, answer: await deed(order.ask) };
  } catch (error) {
    return {
      id: order.id,
      failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    };
  }
}

process.on("message", async (order: Order) => {
  const reply = await replyTo(order);
  // The parent may have gone meanwhile: then there is nobody to tell.
  if (process.connected) process.send?.(reply);
});
process.on("disconnect", () => process.exit());
