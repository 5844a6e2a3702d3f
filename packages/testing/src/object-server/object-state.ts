/** What a server holds, and the one turn in which a request is decided and takes effect. */
import type { ServerAction } from "../faults/fault-action.ts";
import type { DrawnFaults } from "../faults/fault-deck.ts";
import { ObjectHistory } from "./object-history.ts";
import type { Asked, Decision, Protocol, Situation } from "./protocol.ts";

/** A request on its way to be decided. */
export interface Pending<A extends Asked> {
  readonly asked: A;
  readonly faults: DrawnFaults<ServerAction>;
  /** The revision at its arrival. */
  readonly arrival: number;
}

/** Buckets and their objects, under one protocol. */
export class ObjectState<A extends Asked, O> {
  readonly history: ObjectHistory<O> = new ObjectHistory<O>();
  readonly #protocol: Protocol<A, O>;
  readonly #buckets: Set<string>;

  constructor(protocol: Protocol<A, O>, buckets: readonly string[]) {
    this.#protocol = protocol;
    this.#buckets = new Set(buckets);
  }

  /** Decides and keeps what follows from it, in one turn: nothing comes between a condition and its write. */
  decide(pending: Pending<A>, nowMs: number): Decision<O> {
    const { asked, faults } = pending;
    const back = faults.of("roll-back");
    if (back) {
      const earlier = this.history.findBehind(nameOf(asked), back.back ?? 1);
      this.history.change(nameOf(asked), earlier, nowMs);
    }
    const decision = this.#protocol.decide(asked, this.#situation(pending, nowMs));
    if (decision.effect) this.history.change(nameOf(asked), decision.effect.object, nowMs);
    if (decision.newBucket !== undefined) this.#buckets.add(decision.newBucket);
    return decision;
  }

  #situation({ asked, faults, arrival }: Pending<A>, nowMs: number): Situation<O> {
    const { history } = this;
    const name = nameOf(asked);
    const folder = `${asked.bucket}/`;
    const stale = faults.of("stale-read");
    return {
      nowMs,
      hasBucket: this.#buckets.has(asked.bucket),
      found: stale && asked.isRead ? history.findBehind(name, stale.back ?? 1) : history.find(name),
      list: (prefix) =>
        history.list(folder + prefix).map(([full, object]) => [full.slice(folder.length), object]),
      overtaken: history.hasChangedSince(name, arrival),
      changedAtMs: history.changedAtMs(name),
      ignoreConditions: faults.of("ignore-condition") !== undefined,
      deny: faults.of("deny")?.what,
      revision: history.revision,
    };
  }
}

/** Buckets have no slash in their names. */
function nameOf({ bucket, key }: Asked): string {
  return `${bucket}/${key}`;
}
