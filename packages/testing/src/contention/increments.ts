/**
 * A counter that several workers increase by read, append and conditional write.
 *
 * It counts in lines, one for each increment, so that a lost answer can be settled by looking for one's own line, and an
 * increment that was lost or made twice can be named.
 */
import type { Store, Version } from "@fencepost/core";
import { pause } from "./decided.ts";
import type { Pace } from "./pace.ts";

export interface Tally {
  /** Lines in the object. */
  readonly counted: number;
  /** Lines that are there and should be, each counted once. */
  readonly distinct: number;
  readonly expected: number;
}

/** The lines that one worker adds. */
export function linesOf(worker: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `worker ${worker}, increment ${index + 1}`);
}

/**
 * Adds each line once, in order, whatever others write meanwhile. The object must exist.
 *
 * @throws Error if a line cannot be added in `attemptsMax` attempts: every refusal must be somebody else's success.
 */
export async function addLines(
  store: Store,
  key: string,
  lines: readonly string[],
  pace: Pace,
  attemptsMax: number,
): Promise<void> {
  for (const line of lines) {
    let attempts = 0;
    while (!(await addLine(store, key, line, pace))) {
      attempts += 1;
      if (attempts >= attemptsMax) {
        throw new Error(
          `${attemptsMax} conditional writes to add "${line}" to ${key} failed: more than others can have won`,
        );
      }
    }
  }
}

/** One attempt; `true` once the line is there. */
async function addLine(store: Store, key: string, line: string, pace: Pace): Promise<boolean> {
  const { text, version } = await readText(store, key, pace);
  // An earlier attempt may have landed although its answer was lost.
  if (text.split("\n").includes(line)) return true;
  // Where an earlier attempt may still land, this is the identical request, so that only one of the two can.
  const body = new TextEncoder().encode(`${text}${line}\n`);
  const result = await store.put(key, body, { matches: version }, { signal: pace.signal });
  if (result.kind === "undecided") await pause(store, pace, 1);
  return result.kind === "written";
}

async function readText(
  store: Store,
  key: string,
  pace: Pace,
): Promise<{ readonly text: string; readonly version: Version }> {
  const found = await store.get(key, { signal: pace.signal });
  if (found.kind !== "found") throw new Error(`${key} is ${found.kind}, although it was created before`);
  return { text: new TextDecoder().decode(found.body), version: found.version };
}

export function tallyOf(text: string, expected: readonly string[]): Tally {
  const lines = text.split("\n").filter((line) => line !== "");
  const wanted = new Set(expected);
  const distinct = new Set(lines.filter((line) => wanted.has(line)));
  return { counted: lines.length, distinct: distinct.size, expected: expected.length };
}
