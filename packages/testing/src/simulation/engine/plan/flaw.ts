/** A store that no lease can rest on: what it does wrong. None of the seeds' own plans has one. */
export type Flaw =
  /** Writes with that condition are taken, whatever stands there. */
  | { readonly kind: "ignores-condition"; readonly condition: "absent" | "matches" }
  /** The condition is looked at first and the write is made so much later, with others in between. */
  | { readonly kind: "not-atomic"; readonly betweenMs: number }
  /** Once, the state of a while ago comes back, as from a backup or from a stale replica. Acknowledged writes are lost. */
  | { readonly kind: "rolls-back"; readonly atMs: number; readonly byMs: number };

/** How processes come to use the store: they know it to be sound, they try it first, or they were told not to try. */
export type Trust = "known" | "probed" | "unproven";
