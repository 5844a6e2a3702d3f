/** Eight processes that count in one document. */
import { expect, type TestContext } from "vitest";
import { type Actor, type ActorOptions, startActor } from "./actor.ts";
import type { Counter, CountReport } from "./deeds.ts";

export const processes = 8;
/** What each adds. */
export const each = 200;
export const key = "visits";
/** A machine on which others work is no reason to give an answer up. */
const requestTimeoutMs = 20_000;

/** @param name counters of one name are one: a second one goes on where the first has ended. */
export function startCounter(
  context: TestContext,
  place: ActorOptions["place"],
  name: string,
): Promise<Actor> {
  return startActor(context, { name, place, requestTimeoutMs });
}

export function startCounters(context: TestContext, place: ActorOptions["place"]): Promise<readonly Actor[]> {
  const names = Array.from({ length: processes }, (_, index) => `counter ${index + 1}`);
  return Promise.all(names.map((name) => startCounter(context, place, name)));
}

/** All begin once all are there. */
export async function countTogether(
  context: TestContext,
  place: ActorOptions["place"],
): Promise<readonly CountReport[]> {
  const actors = await startCounters(context, place);
  expect(new Set(actors.map(({ pid }) => pid)).size).toBe(processes);
  return Promise.all(actors.map((actor) => actor.ask("count", { key, times: each })));
}

export function expectExact({ total, by }: Counter): void {
  expect(total).toBe(processes * each);
  expect(Object.values(by)).toEqual(Array<number>(processes).fill(each));
}
