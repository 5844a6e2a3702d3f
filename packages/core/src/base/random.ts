/** The only file that may draw randomness. */

/** Randomness as core sees it: handed in, so that a test or a simulation can repeat it. */
export interface Random {
  /** At least 0, below 1. For jitter. */
  unit(): number;
  /** 128 bits from a source that nobody can guess, as 32 hex digits. For write ids. */
  id(): string;
}

/** The runtime's own randomness: cryptographic for ids, the ordinary kind for jitter. */
export const systemRandom: Random = {
  unit: () => Math.random(),
  id() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  },
};

/** `ms` spread evenly over half below and half above it, so that processes do not march in step. */
export function jittered(ms: number, random: Random): number {
  return ms * (0.5 + random.unit());
}
