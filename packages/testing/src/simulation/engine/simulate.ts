/** One run of a seed: processes with clocks of their own, a bad network, and a journal of what the store and they saw. */
import { ProcessClock } from "../../world/process-clock.ts";
import { seededRandom } from "../../world/seeded-random.ts";
import { Timeline } from "../../world/timeline.ts";
import { type Actor, actorOf, participantOf } from "./actor.ts";
import { disturb } from "./disturb.ts";
import { type Counts, Journal, type JournalLine } from "./journal.ts";
import { type Plan, type ProcessPlan, planOf } from "./plan/plan.ts";
import type { Participant, Play, Program } from "./program.ts";
import { Bucket } from "./store/bucket.ts";
import { Line } from "./store/line.ts";
import { Network } from "./store/network.ts";

/** What came of one run. */
export interface SimulationReport {
  readonly seed: number;
  /** Requests and timers that fired. */
  readonly steps: number;
  readonly counts: Counts;
  /** What was promised and did not hold, as sentences. Empty: the run has passed. */
  readonly violations: readonly string[];
  /** Empty unless `lines` was asked for. */
  readonly lines: readonly JournalLine[];
  /** Differs if the run differed in anything, to the last random number. */
  readonly fingerprint: string;
}

/** How to run a seed again. */
export interface SimulationOptions {
  /** Keep what happened, for `describeRun`. @default false */
  readonly lines?: boolean | undefined;
  /** Instead of what the seed makes of it: to shrink a run. */
  readonly plan?: Plan | undefined;
}

/** Within so long somebody must be able to go on when the faults have ended: a ttl, the margins, and a few polls. */
const recoveryMs = 20_000;

/**
 * Runs a seed of a program to its end. The same seed gives the same run, on every machine, if the program takes time and
 * chance from what it is given.
 */
export async function simulate(
  program: Program,
  seed: number,
  options: SimulationOptions = {},
): Promise<SimulationReport> {
  const run = new Running(program, seed, options);
  return run.toTheEnd();
}

class Running {
  readonly #program: Program;
  readonly #plan: Plan;
  readonly #seed: number;
  readonly #timeline = new Timeline();
  readonly #journal: Journal;
  readonly #random;
  readonly #bucket: Bucket;
  readonly #network: Network;
  readonly #play: Play;
  #started = 0;
  #joined = 0;

  constructor(program: Program, seed: number, options: SimulationOptions) {
    const timeline = this.#timeline;
    const plan = options.plan ?? planOf(seed);
    const random = seededRandom(seed);
    const journal = new Journal(() => timeline.nowMs, options.lines ?? false);
    this.#program = program;
    this.#plan = plan;
    this.#seed = seed;
    this.#journal = journal;
    this.#random = random;
    this.#bucket = new Bucket(timeline, plan, random);
    this.#network = new Network({
      timeline,
      plan,
      random,
      journal,
      bucket: this.#bucket,
      play: () => this.#play,
    });
    this.#play = program.begin({
      plan,
      journal,
      random,
      nowMs: () => timeline.nowMs,
      join: (name) => this.#join(name),
      remove: (key) => this.#bucket.remove(key),
      putBack: (write) => this.#bucket.putBack(write),
    });
  }

  async toTheEnd(): Promise<SimulationReport> {
    const timeline = this.#timeline;
    const plan = this.#plan;
    const journal = this.#journal;
    const actors = plan.processes.map((faults) => this.#start(faults));
    const start = (faults: ProcessPlan): Actor => this.#start(faults);
    const others = this.#play.disturbances ?? [];
    const lastWriter = (): string | undefined => this.#network.lastWriter;
    disturb({ plan, timeline, random: this.#random, journal, actors, start, lastWriter, others });
    const { flaw } = plan;
    if (flaw?.kind === "rolls-back") timeline.at(flaw.atMs, () => void this.#rollBack(flaw.byMs));
    let steps = await timeline.advance(plan.endMs);
    steps += await this.#recover();
    this.#play.finish?.();
    return {
      seed: this.#seed,
      steps: steps + journal.countOf("requests"),
      counts: journal.counts,
      violations: journal.violations,
      lines: journal.lines,
      fingerprint: `${journal.fingerprint.toString(16)} ${this.#random.id()}`,
    };
  }

  async #rollBack(byMs: number): Promise<void> {
    const lost = await this.#bucket.rollBack(byMs);
    this.#journal.say(
      "store",
      `shows its state of ${Math.round(byMs)} ms ago: ${lost.length} writes are lost`,
    );
    for (const write of lost) this.#play.onForgotten?.(write);
  }

  #start(faults: ProcessPlan): Actor {
    this.#started += 1;
    const line = new Line(`p${this.#started}`, new ProcessClock(this.#timeline, faults));
    const actor = actorOf(line);
    const participant = this.#participate(actor, faults, this.#seed * 31 + this.#started);
    this.#play.process(participant).catch((error: unknown) => {
      this.#journal.violate(actor.name, `${actor.name} failed with ${String(error)}`);
    });
    return actor;
  }

  /** Two who do the same are still two. */
  #join(role: string): Participant {
    this.#joined += 1;
    const name = `${role}${this.#joined}`;
    const actor = actorOf(new Line(name, new ProcessClock(this.#timeline, {})));
    return this.#participate(actor, { expiry: "store-clock" }, Math.floor(this.#random.unit() * 2 ** 31));
  }

  #participate(actor: Actor, { expiry }: ProcessPlan, seed: number): Participant {
    const { onEvent } = this.#play;
    return participantOf(actor, {
      store: this.#network.connect(actor.line),
      random: seededRandom(seed),
      expiry,
      requestTimeoutMs: this.#program.requestTimeoutMs,
      allowUnprovenStore: this.#plan.trust === "unproven",
      habits: this.#plan.habits,
      isOver: () => this.#timeline.nowMs > this.#plan.faultsEndMs,
      onEvent: onEvent && ((event) => onEvent(actor.name, event)),
    });
  }

  /** Liveness: when nothing goes wrong any more, what the program calls going on must be possible. */
  async #recover(): Promise<number> {
    const { recover } = this.#play;
    if (!recover) return 0;
    let outcome: string | undefined;
    recover(this.#join("last")).then(
      () => {
        outcome = "";
      },
      (error: unknown) => {
        outcome = String(error);
      },
    );
    let steps = 0;
    for (let waitedMs = 0; outcome === undefined && waitedMs < recoveryMs; waitedMs += 500) {
      steps += await this.#timeline.advance(500);
    }
    if (outcome !== "") {
      this.#journal.violate("last", `nobody could go on after the faults: ${outcome ?? "no answer"}`);
    }
    return steps;
  }
}
