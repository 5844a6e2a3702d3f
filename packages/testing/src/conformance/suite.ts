/**
 * Every rule of the store port that the protocol relies on, as cases that any test runner, or none, can run.
 *
 * Passing does not prove a store: it shows that these rules held here, today, through this way to it. What only shows
 * under load, across regions or after a failure is not tried.
 */
import { type Clock, type Random, type Store, systemClock, systemRandom } from "@fencepost/core";
import { following } from "../contention/pace.ts";
import { keySpace } from "./key-space.ts";
import { limited } from "./limit.ts";
import { NotApplicable, type Rule, type Scope } from "./rule.ts";
import { abortRules } from "./rules/aborts.ts";
import { bodyRules } from "./rules/bodies.ts";
import { conditionRules } from "./rules/conditions.ts";
import { deleteRules } from "./rules/deletes.ts";
import { keyRules } from "./rules/keys.ts";
import { listingRules } from "./rules/listing.ts";
import { metadataRules } from "./rules/metadata.ts";
import { raceRules } from "./rules/races.ts";
import { readRules } from "./rules/reads.ts";
import { seedRules } from "./rules/seeds.ts";
import { timeRules } from "./rules/times.ts";
import { versionRules } from "./rules/versions.ts";
import { viewsOf } from "./views.ts";

/** The store under test, and how to try it. */
export interface ConformanceOptions<S extends Store = Store> {
  /**
   * Opens a view of the one store under test: a new client, connection or handle where there is such a thing. Called
   * several times a case, so that what only holds inside one view is found out. For a store in memory it gives back one
   * and the same. What the store can do is read from its `capabilities`.
   */
  readonly open: () => S | Promise<S>;
  /** Closes a view; called once for each at the end of its case. What it throws is ignored. @default nothing is closed */
  readonly close?: ((store: S) => void | Promise<void>) | undefined;
  /** Every key lies under it, and behind that under a random part of its own for each run of a case. @default "fencepost-conformance/" */
  readonly prefix?: string | undefined;
  /** Milliseconds that one case may take, and more where the store spaces its writes. @default 60_000 */
  readonly limitMs?: number | undefined;
  /** For pauses and limits. @default the system's */
  readonly clock?: Clock | undefined;
  /** For key names and jitter. @default the system's */
  readonly random?: Random | undefined;
}

/** Why a rule does not concern this store. */
export interface Skipped {
  readonly skipped: string;
}

/** One rule, to be given to a test runner under its name. */
export interface ConformanceCase {
  /** The rule, as a sentence. */
  readonly name: string;
  /**
   * Tries it on keys of its own, which it deletes at the end. May be run again.
   *
   * @returns `undefined` if the rule holds, or why it does not concern this store: do not count that as passed.
   * @throws ConformanceError, with `expected` and `actual`, where it does not hold; LimitError where it did not end in
   *   time; the signal's own reason; whatever the store throws.
   */
  run(signal?: AbortSignal): Promise<Skipped | undefined>;
}

const rules: readonly Rule[] = [
  ...conditionRules,
  ...readRules,
  ...versionRules,
  ...metadataRules,
  ...bodyRules,
  ...keyRules,
  ...listingRules,
  ...timeRules,
  ...seedRules,
  ...deleteRules,
  ...abortRules,
  ...raceRules,
];

/**
 * The cases, in order from the plain to the concurrent. Nothing is opened before one is run.
 *
 * @throws TypeError without an `open`.
 * @example
 * for (const { name, run } of storeConformance({ open: () => myStore(url), close: (store) => store.close() })) {
 *   test(name, async (context) => {
 *     const skipped = await run();
 *     if (skipped) context.skip(skipped.skipped);
 *   });
 * }
 */
export function storeConformance<S extends Store>(
  options: ConformanceOptions<S>,
): readonly ConformanceCase[] {
  if (typeof options?.open !== "function") {
    throw new TypeError("the suite needs { open }, a function that opens a view of the store under test");
  }
  return rules.map((rule) => ({ name: rule.name, run: (signal) => runRule(rule, options, signal) }));
}

async function runRule<S extends Store>(
  rule: Rule,
  options: ConformanceOptions<S>,
  signal: AbortSignal | undefined,
): Promise<Skipped | undefined> {
  const { clock = systemClock, random = systemRandom, limitMs = 60_000 } = options;
  const views = viewsOf(options.open, options.close);
  const keys = keySpace(`${options.prefix ?? "fencepost-conformance/"}${random.id()}/`);
  try {
    const store = await limited(clock, limitMs, signal, () => views.open());
    const spacedMs = store.capabilities.minWriteIntervalMs * (rule.writesOfOneKey ?? 10);
    try {
      return await limited(clock, limitMs + spacedMs, signal, (signal) =>
        applied(rule, {
          ...{ clock, random, store, open: views.open, prefix: keys.prefix, key: keys.key },
          get signal() {
            return following(signal);
          },
        }),
      );
    } finally {
      // Best effort, as the closing below: whether the rule holds matters more than what is left behind.
      await limited(clock, limitMs, signal, (signal) => keys.tidy(store, signal)).catch(() => {});
    }
  } finally {
    await limited(clock, limitMs, undefined, () => views.close()).catch(() => {});
  }
}

async function applied(rule: Rule, scope: Scope): Promise<Skipped | undefined> {
  try {
    await rule.check(scope);
    return undefined;
  } catch (error) {
    if (error instanceof NotApplicable) return { skipped: error.message };
    throw error;
  }
}
