/** Eight candidates of one election, of whom the leader is killed and stopped in turn, and what a witness saw of it. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestContext } from "vitest";
import { type Actor, type ActorOptions, startActor } from "./actor.ts";

const [key, document] = ["primary", "state.json"] as const;
const candidates = 8;
const pollMs = 20;

/** A term, as its leader began it, on the machine's monotonic clock. */
interface BegunTerm {
  readonly leader: string;
  readonly token: number;
  readonly atMs: number;
}

/** What came of one leader. */
export interface Fall {
  readonly by: "SIGKILL" | "SIGSTOP";
  readonly nextInMs: number;
  /** What the store said to the write that was about to be sent when the leader was stopped. */
  readonly lateWrite?: string | undefined;
}

export interface LeadReport {
  readonly falls: readonly Fall[];
  readonly terms: readonly BegunTerm[];
  /** What stands in the document when all is over, and under which term. */
  readonly standing: { readonly by: string | undefined; readonly token: number | null };
  /** What an observer is told of the last leader, and once all have resigned. */
  readonly observed: readonly (number | null)[];
}

export async function leadTogether(
  context: TestContext,
  place: ActorOptions["place"],
  { ttlMs, falls: fallsMost }: { readonly ttlMs: number; readonly falls: number },
): Promise<LeadReport> {
  const folder = mkdtempSync(join(tmpdir(), "fencepost-lead-"));
  context.onTestFinished(() => rmSync(folder, { recursive: true }));
  const terms = join(folder, "terms");
  const actors = new Map<string, Actor>();
  const stand = async (name: string): Promise<void> => {
    const actor = await startActor(context, { name, place });
    actors.set(name, actor);
    await actor.ask("lead", { key, document, terms, ttlMs });
  };
  const witness = await startActor(context, { name: "witness", place });
  await Promise.all(Array.from({ length: candidates }, (_, index) => stand(`candidate ${index + 1}`)));

  /** The first leader after that term, once it has written. */
  const leaderAfter = async (token: number): Promise<{ term: BegunTerm; actor: Actor }> => {
    while (true) {
      const term = termsIn(terms).find((each) => each.token > token);
      const actor = term && actors.get(term.leader);
      if (actor) {
        const seen = await witness.ask("read", { document });
        if (seen.token === term.token && writerOf(seen.value) === term.leader) return { term, actor };
        // It may have fallen by itself before it wrote, on a busy machine.
        token = termsIn(terms).some((each) => each.token > term.token) ? term.token : token;
      }
      await sleep(pollMs, undefined, { signal: context.signal });
    }
  };

  let { term, actor } = await leaderAfter(0);
  const falls: Fall[] = [];
  for (let fall = 1; fall <= fallsMost; fall++) {
    const kills = fall % 2 === 1;
    if (kills) {
      actors.delete(actor.name);
      await actor.kill();
    } else {
      await actor.ask("shut", { names: [document] });
      await actor.ask("caught", { count: 1 });
      actor.pause();
    }
    const fellAtMs = Number(process.hrtime.bigint()) / 1e6;
    const next = await leaderAfter(term.token);
    let lateWrite: string | undefined;
    if (kills) await stand(`candidate ${candidates + fall}`);
    else {
      actor.resume();
      lateWrite = (await actor.ask("letGo", {})).at(-1);
    }
    falls.push({ by: kills ? "SIGKILL" : "SIGSTOP", nextInMs: next.term.atMs - fellAtMs, lateWrite });
    ({ term, actor } = next);
  }

  const observed = [(await witness.ask("leader", { key })).token];
  // The others first, so that none of them comes in between.
  const others = [...actors.values()].filter((each) => each !== actor);
  await Promise.all(others.map((each) => each.ask("leadNoMore", {})));
  await actor.ask("leadNoMore", {});
  observed.push((await witness.ask("leader", { key })).token);
  const { value, token } = await witness.ask("read", { document });
  return { falls, terms: termsIn(terms), standing: { by: writerOf(value), token }, observed };
}

const writerOf = (value: unknown): string | undefined => (value as { readonly by?: string } | null)?.by;

function termsIn(path: string): readonly BegunTerm[] {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return lines.filter(Boolean).map((line) => JSON.parse(line) as BegunTerm);
}
