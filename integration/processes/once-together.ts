/** Eight processes set out on twenty intents; one is killed at it and one is stopped, and a witness counts effects. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type TestContext } from "vitest";
import { type Actor, type ActorOptions, startActor } from "./actor.ts";
import type { OnceOutcome } from "./deeds.ts";

const intents = Array.from({ length: 20 }, (_, index) => `intent-${index + 1}`);
const [killedAt, stoppedAt] = ["intent-1", "intent-2"] as const;
const untouched = 6;
/** Long enough for a busy machine to be heard of in time. */
const ttlMs = 6_000;
const waitMs = 60_000;
const pollMs = 20;

export interface OnceReport {
  /** What each of the processes was told that nothing happened to, one after the other. */
  readonly first: readonly OnceOutcome[];
  readonly stopped: readonly OnceOutcome[];
  /** What everybody is told when all is over. */
  readonly last: readonly OnceOutcome[];
  /** Of each intent, how often it has happened. */
  readonly effects: ReadonlyMap<string, number>;
}

export async function onceTogether(context: TestContext, place: ActorOptions["place"]): Promise<OnceReport> {
  const folder = mkdtempSync(join(tmpdir(), "fencepost-once-"));
  context.onTestFinished(() => rmSync(folder, { recursive: true }));
  const effects = join(folder, "effects");
  const start = (name: string): Promise<Actor> => startActor(context, { name, place });
  const setOut = async (
    actor: Actor,
    on: readonly string[],
    stays = false,
  ): Promise<readonly OnceOutcome[]> =>
    (await actor.ask("once", { intents: on, effects, ttlMs, waitMs, stays })).outcomes;

  const names = Array.from({ length: untouched }, (_, index) => `process ${index + 1}`);
  const [killed, stopped, ...others] = await Promise.all(["killed", "stopped", ...names].map(start));
  if (!killed || !stopped) throw new Error("there are eight");
  const cut = expect(setOut(killed, [killedAt], true)).rejects.toThrow("SIGKILL");
  const stoppedWork = setOut(stopped, [stoppedAt], true);
  while (linesOf(effects).length < 2) await sleep(pollMs, undefined, { signal: context.signal });
  await killed.kill();
  await cut;
  stopped.pause();

  // Each in an order of its own, so that they meet.
  const first = await Promise.all(others.map((actor, index) => setOut(actor, rotated(intents, 3 * index))));
  stopped.resume();
  await stopped.ask("goOn", {});
  const stoppedOutcomes = await stoppedWork;

  // Somebody looks, and finds that it has happened.
  const { token = 0 } = first[0]?.find(({ intent }) => intent === killedAt) ?? {};
  await others[0]?.ask("resolve", { intent: killedAt, token, value: "found by the witness" });
  const all = [await start("killed, again"), stopped, ...others];
  const last = await Promise.all(all.map((actor) => setOut(actor, intents)));

  const counts = new Map<string, number>();
  for (const intent of linesOf(effects)) counts.set(intent, (counts.get(intent) ?? 0) + 1);
  return { first: first.flat(), stopped: stoppedOutcomes, last: last.flat(), effects: counts };
}

export function expectOnce({ first, stopped, last, effects }: OnceReport): void {
  expect(Object.fromEntries(effects)).toEqual(Object.fromEntries(intents.map((intent) => [intent, 1])));
  // Nobody can tell of the two, everybody is told so, and of no other.
  const untold = first.filter(({ ended }) => ended === "unknown-outcome");
  expect(new Set(untold.map(({ intent }) => intent))).toEqual(new Set([killedAt, stoppedAt]));
  expect(untold).toHaveLength(2 * untouched);
  expect(first.filter(({ ended }) => ended === "ran")).toHaveLength(intents.length - 2);
  // Its result is true, though late, and nobody had given a verdict on it.
  expect(stopped).toMatchObject([{ intent: stoppedAt, ended: "ran", value: "done by stopped" }]);
  for (const intent of intents) {
    const told = last.filter((outcome) => outcome.intent === intent);
    expect(told).toHaveLength(untouched + 2);
    expect(new Set(told.map(({ ended }) => ended))).toEqual(new Set(["recorded"]));
    expect(new Set(told.map(({ value }) => value)).size).toBe(1);
  }
  expect(last.find(({ intent }) => intent === killedAt)?.value).toBe("found by the witness");
}

function rotated<T>(all: readonly T[], by: number): readonly T[] {
  return [...all.slice(by), ...all.slice(0, by)];
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
}
