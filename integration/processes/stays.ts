/**
 * An independent judge of who was inside at the same moment: it reads the moments at which processes were sure, on the clock
 * that they share, and knows neither the lock nor the store. For any lock: what may be inside together is asked of `mayMeet`.
 */
export interface Stay {
  readonly name: string;
  readonly kind: string;
  readonly fromMs: number;
  readonly toMs: number;
}

interface Moment {
  readonly stay: string;
  readonly kind: string;
  readonly atMs: number;
}

/** From the first moment of each stay to its last. A line that a killed process did not finish is none. */
export function staysIn(text: string): readonly Stay[] {
  const stays = new Map<string, Stay>();
  for (const line of text.split("\n")) {
    if (!line.endsWith("}")) continue;
    const { stay: name, kind, atMs }: Moment = JSON.parse(line);
    const { fromMs = atMs, toMs = atMs } = stays.get(name) ?? {};
    stays.set(name, { name, kind, fromMs: Math.min(fromMs, atMs), toMs: Math.max(toMs, atMs) });
  }
  return [...stays.values()];
}

/** Pairs that were inside at the same moment and must not have been. */
export function overlaps(
  stays: readonly Stay[],
  mayMeet: (one: Stay, other: Stay) => boolean,
): readonly (readonly [Stay, Stay])[] {
  const sorted = stays.toSorted((one, other) => one.fromMs - other.fromMs);
  return sorted.flatMap((one, index) =>
    sorted
      .slice(index + 1)
      .filter((other) => other.fromMs <= one.toMs && !mayMeet(one, other))
      .map((other) => [one, other] as const),
  );
}

/** The most that were inside at one moment, each counted by the number that is its kind. */
export function mostAtOnce(stays: readonly Stay[]): number {
  const weightAt = (atMs: number): number =>
    stays
      .filter(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
      .reduce((sum, { kind }) => sum + Number(kind), 0);
  // It only ever grows where somebody comes in.
  return Math.max(0, ...stays.map(({ fromMs }) => weightAt(fromMs)));
}
