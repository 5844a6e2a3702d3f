/** The rules in force on one server, and what they do to each request. */
import type { Random } from "@fencepost/core";
import { seededRandom } from "../world/seeded-random.ts";
import { checkRule } from "./check-rule.ts";
import { type Aspect, aspects, type FaultAction } from "./fault-action.ts";
import { chooses, type FaultableRequest, type FaultRule, isAbout } from "./fault-rule.ts";

/** Ends a fault when it is called. A second call does nothing. */
export interface Heal {
  (): void;
  /** How many requests fitted the rule's method and key while it was in force. */
  readonly matched: number;
  /** To how many of them it happened: what a test must look at before it believes in what it saw. */
  readonly fired: number;
}

/** What happens to one request. */
export class DrawnFaults<A extends FaultAction> {
  readonly #byAspect: ReadonlyMap<Aspect, A>;

  constructor(byAspect: ReadonlyMap<Aspect, A>) {
    this.#byAspect = byAspect;
  }

  /** For a log of requests: empty if nothing happens to this one. */
  get kinds(): readonly A["kind"][] {
    return [...this.#byAspect.values()].map(({ kind }) => kind);
  }

  /** The fault of that kind, if one is to happen. */
  of<K extends A["kind"]>(kind: K): Extract<A, { readonly kind: K }> | undefined {
    const drawn = this.#byAspect.get(aspects[kind]);
    return drawn?.kind === kind ? (drawn as Extract<A, { readonly kind: K }>) : undefined;
  }
}

interface Dealt<A extends FaultAction> {
  readonly rule: FaultRule<A>;
  readonly random: Random;
  matched: number;
  fired: number;
}

/** Far apart, so that neighbouring seeds and rules do not share a sequence. */
const seedStep = 1_000_003;

/** @typeParam A what the server that holds the deck can do */
export class FaultDeck<A extends FaultAction> {
  readonly #kinds: readonly A["kind"][];
  readonly #seed: number;
  readonly #dealt = new Set<Dealt<A>>();
  #added = 0;

  /**
   * @param kinds what the server can do
   * @param options `seed`: the same seed, rules and requests give the same faults. @default 1
   */
  constructor(kinds: readonly A["kind"][], { seed = 1 }: { readonly seed?: number | undefined } = {}) {
    this.#kinds = kinds;
    this.#seed = seed;
  }

  /**
   * Puts a rule in force, from the next request on and until the function that it gives back is called. Whether others
   * are added or taken away meanwhile changes nothing of what its probability draws.
   *
   * @throws TypeError or RangeError that names what of the rule makes no sense.
   */
  add(rule: FaultRule<A>): Heal {
    checkRule(rule, this.#kinds);
    this.#added += 1;
    const random = seededRandom(this.#seed * seedStep + this.#added);
    const dealt: Dealt<A> = { rule, random, matched: 0, fired: 0 };
    this.#dealt.add(dealt);
    return Object.defineProperties(() => void this.#dealt.delete(dealt), {
      matched: { get: () => dealt.matched },
      fired: { get: () => dealt.fired },
    }) as Heal;
  }

  /**
   * What happens to this request, and counts it. To be asked once a request.
   *
   * Of two rules that decide the same of it, the one that was added first does, and only that one has fired.
   */
  draw(request: FaultableRequest): DrawnFaults<A> {
    const drawn = new Map<Aspect, A>();
    for (const dealt of this.#dealt) {
      const { rule, random } = dealt;
      if (!isAbout(rule, request)) continue;
      dealt.matched += 1;
      if (!chooses(rule, dealt.matched)) continue;
      // Also where it is certain or comes too late: what is drawn next must not depend on other rules.
      const chance = random.unit();
      const aspect = aspects[rule.action.kind];
      if (chance >= (rule.probability ?? 1) || drawn.has(aspect)) continue;
      dealt.fired += 1;
      drawn.set(aspect, rule.action);
    }
    return new DrawnFaults(drawn);
  }
}
