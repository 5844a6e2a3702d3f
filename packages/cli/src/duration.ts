/** Durations as people type them. */
import { UsageError } from "./usage-error.ts";

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** What an option accepts, in milliseconds. */
export interface DurationRange {
  readonly leastMs?: number;
  readonly mostMs?: number;
}

/**
 * `500ms`, `30s`, `10m`, `1h`: a whole number and its unit, nothing else, so that nothing is read in two ways.
 *
 * @returns milliseconds
 * @throws UsageError that says what to type.
 */
export function parseDuration(text: string, { leastMs = 0, mostMs }: DurationRange = {}): number {
  const [, count, unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new UsageError("give a whole number with its unit, as 500ms, 30s, 10m or 1h");
  }
  const ms = Number(count) * (unitsMs[unit] as number);
  if (ms < leastMs) throw new UsageError(`give at least ${showDuration(leastMs)}`);
  if (mostMs !== undefined && ms > mostMs) throw new UsageError(`give at most ${showDuration(mostMs)}`);
  return ms;
}

/** As one would type it, in the largest unit in which it is whole. */
export function showDuration(ms: number): string {
  const [unit, unitMs] = Object.entries(unitsMs).findLast(([, size]) => ms >= size && ms % size === 0) ?? [
    "ms",
    1,
  ];
  return `${ms / unitMs}${unit}`;
}
