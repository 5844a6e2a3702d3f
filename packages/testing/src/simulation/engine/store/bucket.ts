/** What the store holds, and what it says of time: several front ends tell it in whole seconds, and not the same time. */
import type { GetResult, PutCondition, PutResult, Random, Store, StoreTimes, Version } from "@fencepost/core";
import { memoryStore } from "@fencepost/core";
import type { Timeline } from "../../../world/timeline.ts";
import type { Plan } from "../plan/plan.ts";
import type { SimulatedWrite } from "../program.ts";
import { Backup } from "./backup.ts";
import { flawedObjects, overwrite } from "./flawed-objects.ts";

const epochMs = Date.UTC(2030, 0, 1);

export class Bucket {
  readonly #timeline: Timeline;
  readonly #plan: Plan;
  readonly #random: Random;
  /** Decides conditions; what it says of time is not used. */
  readonly objects: Store;
  readonly #lastModifiedMs = new Map<string, number>();
  readonly #backup = new Backup();

  constructor(timeline: Timeline, plan: Plan, random: Random) {
    this.#timeline = timeline;
    this.#plan = plan;
    this.#random = random;
    const sound = memoryStore({
      versions: plan.versions,
      clock: { monotonicMs: () => timeline.nowMs, wallMs: () => 0, sleep: async () => {} },
    });
    this.objects = plan.flaw ? flawedObjects(sound, plan.flaw, timeline) : sound;
  }

  /** @param timeless the answer says nothing of time */
  async read(key: string, unlessVersion: Version | undefined, timeless: boolean): Promise<GetResult> {
    const found = await this.objects.get(key, { unlessVersion });
    const nowMs = this.#wholeSecondMs();
    if (found.kind === "absent") return { kind: "absent", tokenSeed: nowMs };
    const times: StoreTimes = {
      nowMs,
      ageMs: nowMs - (this.#lastModifiedMs.get(key) ?? nowMs),
      resolutionMs: 1_000,
    };
    return { ...found, times: timeless ? undefined : times };
  }

  async write(write: SimulatedWrite, condition: PutCondition): Promise<PutResult> {
    const { key, body, metadata, contentType } = write;
    const result = await this.objects.put(key, body, condition, { metadata, contentType });
    if (result.kind !== "written") return result;
    const lastModifiedMs = this.#wholeSecondMs();
    this.#lastModifiedMs.set(key, lastModifiedMs);
    if (this.#plan.flaw?.kind === "rolls-back") {
      this.#backup.keep({ ...write, atMs: this.#timeline.nowMs, lastModifiedMs });
    }
    return result;
  }

  /** The state of `byMs` ago comes back. Resolves to the writes that are lost. */
  rollBack(byMs: number): Promise<readonly SimulatedWrite[]> {
    return this.#backup.restore(this.objects, this.#timeline.nowMs - byMs, (key, lastModifiedMs) =>
      this.#lastModifiedMs.set(key, lastModifiedMs),
    );
  }

  /** Somebody puts an older copy back, as from a backup. */
  async putBack({ key, body, metadata, contentType }: SimulatedWrite): Promise<void> {
    await overwrite(this.objects, key, body, { metadata, contentType });
    this.#lastModifiedMs.set(key, this.#wholeSecondMs());
  }

  /** Somebody removes the object, as a lifecycle rule may. Resolves to whether there was one. */
  async remove(key: string): Promise<boolean> {
    const found = await this.objects.get(key, {});
    if (found.kind !== "found") return false;
    await this.objects.delete(key, found.version, {});
    return true;
  }

  /** What a front end, any of them, takes for the time: a header has whole seconds. */
  #wholeSecondMs(): number {
    const { frontEndsMs, storeRate, storeSteps } = this.#plan;
    const { nowMs } = this.#timeline;
    const apartMs = frontEndsMs[Math.floor(this.#random.unit() * frontEndsMs.length)] ?? 0;
    const stepMs = Math.floor(nowMs / storeSteps.everyMs) % 2 === 0 ? 0 : storeSteps.byMs;
    return Math.floor((epochMs + nowMs * storeRate + apartMs + stepMs) / 1_000) * 1_000;
  }
}
