/** The whole suite in one call, for those who have no test runner at hand. */
import type { Store } from "@fencepost/core";
import { type ConformanceOptions, storeConformance } from "./suite.ts";

/** How one case ended. */
export interface CaseReport {
  /** The rule. */
  readonly name: string;
  /** `false`: the store does not keep it. */
  readonly ok: boolean;
  /** What was thrown, where `ok` is false. */
  readonly error?: unknown;
  /** Why the rule does not concern this store. `ok` is true, but nothing was shown. */
  readonly skipped?: string;
}

/** How the whole suite ended, with its cases in order. */
export interface ConformanceReport {
  /** No case failed. */
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cases: readonly CaseReport[];
}

/** How to follow a run and how to end it. */
export interface RunOptions {
  /** Ends the run; the case that was running and all that follow are reported as failed. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each case as it ends. */
  readonly onCase?: ((report: CaseReport) => void) | undefined;
}

/**
 * Runs every case, one after the other, and never throws for what a store does.
 *
 * @example
 * const report = await runConformance({ open: () => myStore(url) });
 * for (const { name, ok, error, skipped } of report.cases) console.log(name, ok ? (skipped ?? "holds") : error);
 * process.exitCode = report.ok ? 0 : 1;
 */
export async function runConformance<S extends Store>(
  options: ConformanceOptions<S>,
  { signal, onCase }: RunOptions = {},
): Promise<ConformanceReport> {
  const cases: CaseReport[] = [];
  for (const { name, run } of storeConformance(options)) {
    const report = await run(signal).then(
      (skipped): CaseReport => ({ name, ok: true, ...skipped }),
      (error: unknown): CaseReport => ({ name, ok: false, error }),
    );
    cases.push(report);
    onCase?.(report);
  }
  const failed = cases.filter(({ ok }) => !ok).length;
  const skipped = cases.filter((report) => report.skipped !== undefined).length;
  return { ok: failed === 0, passed: cases.length - failed - skipped, failed, skipped, cases };
}
