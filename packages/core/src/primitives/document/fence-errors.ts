/** What is said where a fence does not let a holder through. */
import {
  BadRecordError,
  type CoordinationError,
  FencedError,
  LeaseLostError,
  MisconfiguredError,
} from "../../base/errors.ts";
import { printable } from "../../base/keys.ts";
import type { FencingToken } from "../../base/token.ts";
import type { FenceVerdict, LeaseToken } from "./fence-verdict.ts";
import { rolledBack } from "./landing.ts";
import { nameOf, type Target } from "./target.ts";

export function fencedOut(
  target: Target<unknown>,
  { token }: LeaseToken,
  newerToken: FencingToken,
): FencedError {
  return new FencedError(
    `${nameOf(target)} has been claimed with token ${newerToken}, which is newer than ${token}: this holder is late. Stop, and write nothing more`,
    { key: target.place.key, token, newerToken },
  );
}

export function otherLease(target: Target<unknown>, lease: LeaseToken, key: string): MisconfiguredError {
  return new MisconfiguredError(
    `${nameOf(target)} is guarded by the lease "${printable(key)}" and not by "${printable(lease.key)}", and tokens of different leases cannot be compared: ` +
      "use one lease for a document, always",
    { key: target.place.key },
  );
}

/** The lease is held, and yet its token is behind: its record was deleted, or restored from an older copy. */
export function lineageReset(
  target: Target<unknown>,
  { key, token }: LeaseToken,
  newerToken: FencingToken,
): LeaseLostError {
  return new LeaseLostError(
    `the lease "${printable(key)}" was granted with token ${token}, and ${nameOf(target)} has seen ${newerToken}: the lease's record was deleted or restored from an older copy. ` +
      `Find out why, and acquire it with tokenAbove: ${newerToken}`,
    { key, reason: "rolled-back", token, newerToken },
  );
}

/** For a holder that had claimed the document: anything but its own mark is an error. */
export function brokenFence(
  target: Target<unknown>,
  lease: LeaseToken,
  verdict: Exclude<FenceVerdict, { readonly kind: "ours" }>,
): CoordinationError {
  switch (verdict.kind) {
    case "newer":
      return fencedOut(target, lease, verdict.token);
    case "other-lease":
      return otherLease(target, lease, verdict.lease);
    case "older":
      return rolledBack(target);
    case "absent":
    case "plain":
      return new BadRecordError(
        `${nameOf(target)} was ${verdict.kind === "absent" ? "deleted" : "written by something that knows no fence"} after it had been claimed with token ${lease.token}. ` +
          "Nothing was written; find out by whom, and claim it anew",
        { key: target.place.key },
      );
  }
}
