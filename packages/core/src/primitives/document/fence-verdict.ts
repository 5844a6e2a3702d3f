/** What stands in a document, to somebody who holds a lease. Pure (protocol, section 6). */
import type { FencingToken } from "../../base/token.ts";
import type { Standing } from "./landing.ts";

/** What of a lease goes into a document. */
export interface LeaseToken {
  readonly key: string;
  readonly token: FencingToken;
}

export type FenceVerdict =
  | { readonly kind: "absent" }
  /** No fence at all. */
  | { readonly kind: "plain" }
  /** Our own token. */
  | { readonly kind: "ours" }
  /** An earlier holder's. */
  | { readonly kind: "older" }
  /** A later holder's: we are late, for ever. */
  | { readonly kind: "newer"; readonly token: FencingToken }
  /** Tokens of different leases are not comparable. */
  | { readonly kind: "other-lease"; readonly lease: string };

export function fenceVerdict(standing: Standing, lease: LeaseToken): FenceVerdict {
  if (standing.kind === "absent") return { kind: "absent" };
  const { fence } = standing.record;
  if (!fence) return { kind: "plain" };
  if (fence.lease !== lease.key) return { kind: "other-lease", lease: fence.lease };
  if (fence.token > lease.token) return { kind: "newer", token: fence.token };
  return { kind: fence.token === lease.token ? "ours" : "older" };
}
