/**
 * What the lease guards: a file with a line for each entry. It is as defenceless as most things are that a lease
 * guards. An entry's number is found by reading the last one, so two writers at once would give a number twice; and it
 * takes every entry that comes, whatever its token.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** A holder's first entry, each of those that follow, and its last one if it stops of its own will. */
export type EntryKind = "begin" | "work" | "end";

/** One line of the ledger. Times are those of {@link machineMs}. */
export interface Entry {
  /** Counts from 1. */
  readonly sequence: number;
  readonly kind: EntryKind;
  readonly worker: string;
  readonly pid: number;
  readonly token: number;
  readonly atMs: number;
  /** How long its writer would trust its lease if it heard nothing more. */
  readonly trustedUntilMs: number;
}

/** Adds an entry. Nothing here keeps a second writer away: that is the lease's task. */
export function appendEntry(path: string, written: Omit<Entry, "sequence">): Entry {
  const last = existsSync(path) ? readLedger(path).at(-1) : undefined;
  const entry = { ...written, sequence: (last?.sequence ?? 0) + 1 };
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
  return entry;
}

/** @throws as {@link parseLedger}. */
export function readLedger(path: string): readonly Entry[] {
  return parseLedger(readFileSync(path, "utf8"));
}

/** @throws Error naming the first line that is not an entry. */
export function parseLedger(text: string): readonly Entry[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => {
      const entry = parseLine(line);
      if (!entry) throw new Error(`line ${index + 1} of the ledger is not an entry: ${JSON.stringify(line)}`);
      return entry;
    });
}

function parseLine(line: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isEntry(entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}

const kinds: readonly unknown[] = ["begin", "work", "end"] satisfies EntryKind[];

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const entry = value as Partial<Record<keyof Entry, unknown>>;
  return (
    kinds.includes(entry.kind) &&
    typeof entry.worker === "string" &&
    [entry.sequence, entry.pid, entry.token].every(Number.isSafeInteger) &&
    [entry.atMs, entry.trustedUntilMs].every(Number.isFinite)
  );
}
