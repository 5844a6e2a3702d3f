import type { Random } from "@fencepost/core";

/** A repeatable `Random`: the same seed gives the same numbers and ids, on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: 32 bits of state are enough to tell runs apart, and nobody guesses ids in a test.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    unit: () => next() / 2 ** 32,
    id: () => [next(), next(), next(), next()].map((part) => part.toString(16).padStart(8, "0")).join(""),
  };
}
