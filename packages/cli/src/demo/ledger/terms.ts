/** The ledger, read as the times for which each grant was used. */
import type { Entry } from "./ledger.ts";

/** What one process wrote under one token. */
export interface Term {
  readonly worker: string;
  readonly pid: number;
  readonly token: number;
  /** At least one, in the ledger's order. */
  readonly entries: readonly Entry[];
  readonly fromMs: number;
  readonly lastEntryMs: number;
  /**
   * Until when its holder may have believed that it holds the lease: until it stopped of its own will, or else until
   * it could not trust its last renewal any longer. Never before its last entry.
   */
  readonly believedUntilMs: number;
}

/** In the order in which they begin. A token that two processes used makes two terms. */
export function termsOf(entries: readonly Entry[]): readonly Term[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = `${entry.pid} ${entry.token}`;
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(entry);
  }
  return [...groups.values()].map(termOf).sort((one, other) => one.fromMs - other.fromMs);
}

function termOf(entries: readonly Entry[]): Term {
  const [first] = entries as readonly [Entry];
  const { worker, pid, token } = first;
  const times = entries.map((entry) => entry.atMs);
  const lastEntryMs = Math.max(...times);
  const stopped = entries.some((entry) => entry.kind === "end");
  return {
    worker,
    pid,
    token,
    entries,
    fromMs: Math.min(...times),
    lastEntryMs,
    believedUntilMs: stopped
      ? lastEntryMs
      : Math.max(lastEntryMs, ...entries.map((entry) => entry.trustedUntilMs)),
  };
}
