/** The lease record (protocol, section 3). `docs/wire-format.md` describes every byte of it. */

import { type HeldRecord, type RecordFormat, recordFormat } from "./format.ts";
import { type Field, isCount, isObject, isText, recentField, textField, tokenField } from "./members.ts";

export interface LeaseRecord extends HeldRecord {
  readonly state: "held" | "free";
  /** A label for people, never proof of identity: that is the write id. */
  readonly holder: string;
  /** How long after its last write the store's clock lets the record live. Challengers use this, not their own. */
  readonly ttlMs: number;
  readonly note?: string | undefined;
  /** Freed by somebody else than its holder. Held for challengers until its ttl has passed, unless `now`. */
  readonly forced?: { readonly by: string; readonly why: string; readonly now?: true } | undefined;
  /** An election's leader. */
  readonly value?: unknown;
  /** A read-write lock's number of reader slots. */
  readonly slots?: number | undefined;
  /** A semaphore's number of permits. */
  readonly permits?: number | undefined;
}

export const ttlMostMs: number = 7 * 24 * 60 * 60 * 1000;

/** `session` is reserved in format 1 and not a field here: this version must refuse it, not judge it by its own age. */
const fields: Readonly<Record<keyof LeaseRecord, Field>> = {
  state: { rule: '"held" or "free"', holds: (value) => value === "held" || value === "free" },
  token: tokenField,
  holder: textField,
  recent: recentField("write ids of 32 hex digits", /^[0-9a-f]{32}$/),
  ttlMs: {
    rule: `a number of milliseconds above 0 and at most ${ttlMostMs} (7 days)`,
    holds: (value) => typeof value === "number" && value > 0 && value <= ttlMostMs,
  },
  renewals: { rule: "a count", holds: isCount(0) },
  note: { optional: true, ...textField },
  forced: {
    optional: true,
    rule: "{ by, why, now? } of texts",
    holds: (value) =>
      isObject(value) &&
      isText(value["by"]) &&
      isText(value["why"]) &&
      (value["now"] === undefined || value["now"] === true) &&
      Object.keys(value).every((name) => name === "by" || name === "why" || name === "now"),
  },
  value: { optional: true, rule: "any JSON", holds: () => true },
  slots: { optional: true, rule: "a count above 0", holds: isCount(1) },
  permits: { optional: true, rule: "a count above 0", holds: isCount(1) },
};

export const leaseFormat: RecordFormat<LeaseRecord> = recordFormat<LeaseRecord>("lease", fields);
