/** What the work of `once` is handed: a lease on the intent, which ends with the work and in no other way. */
import type { Lease } from "../../lease/lease.ts";
import { LentLease } from "../../lease/lent-lease.ts";
import type { Term } from "../../lease/term.ts";

/** @param name the claim's in the store: tokens of a lease of the same key are others, and a fence must tell them apart */
export function heldClaim(term: Term, name: string): Lease {
  const { holder, token } = term.granted;
  const lent = {
    holder,
    token,
    get signal(): AbortSignal {
      term.check();
      return term.signal;
    },
    remainingMs: () => term.remainingMs(),
    throwIfLost(): void {
      term.check();
      if (term.lost) throw term.lost;
      term.signal.throwIfAborted();
    },
  };
  return new LentLease(
    name,
    lent,
    "the claim of once ends with its work: return what is to be recorded, or throw NotDoneError if nothing happened",
  );
}
