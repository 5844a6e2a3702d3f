/**
 * The record of a claim on an intent (coordination, section A): who set out to do it once, and what came of it.
 * `docs/wire-format.md` describes every byte of it.
 */

import { type HeldRecord, type RecordFormat, recordFormat } from "./format.ts";
import { ttlMostMs } from "./lease-record.ts";
import { isCount, isText, recentField, textField, tokenField } from "./members.ts";

export interface ClaimRecord extends HeldRecord {
  /** `pending`: somebody has set out, and may be doing it. `done`: for good. `open`: not done, whoever comes may. */
  readonly state: "pending" | "done" | "open";
  /** The id of the write that began this attempt: a field of its own, as it leaves `recent` after eight renewals. */
  readonly attempt: string;
  /** How long after its last write a pending attempt counts as alive. */
  readonly ttlMs: number;
  /** Of a pending attempt: its work threw, and nobody is at it any more. */
  readonly stopped?: true | undefined;
  /** What it threw, for people. */
  readonly error?: string | undefined;
  /** Of a done one: what the work returned. */
  readonly result?: unknown;
  /** Who gave a verdict on it, where the attempt itself did not. */
  readonly resolvedBy?: string | undefined;
}

const states: readonly unknown[] = ["pending", "done", "open"] satisfies ClaimRecord["state"][];

export const claimFormat: RecordFormat<ClaimRecord> = recordFormat<ClaimRecord>("claim", {
  state: { rule: '"pending", "done" or "open"', holds: (value) => states.includes(value) },
  attempt: { rule: "a write id of 32 hex digits", holds: (value) => /^[0-9a-f]{32}$/.test(String(value)) },
  token: tokenField,
  holder: textField,
  recent: recentField("write ids of 32 hex digits", /^[0-9a-f]{32}$/),
  ttlMs: {
    rule: `a number of milliseconds above 0 and at most ${ttlMostMs} (7 days)`,
    holds: (value) => typeof value === "number" && value > 0 && value <= ttlMostMs,
  },
  renewals: { rule: "a count", holds: isCount(0) },
  stopped: { optional: true, rule: "true", holds: (value) => value === true },
  error: { optional: true, rule: "a text", holds: isText },
  result: { optional: true, rule: "any JSON", holds: () => true },
  resolvedBy: { optional: true, rule: "a text", holds: isText },
});
