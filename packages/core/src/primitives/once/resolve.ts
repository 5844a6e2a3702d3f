/** A person's verdict on an attempt that nobody can tell of: on the one that was looked at, and on no other. */
import { unlessAborted } from "../../base/abort.ts";
import { deadlineAfter } from "../../base/deadline.ts";
import { ConflictError, ContendedError, UnknownOutcomeError } from "../../base/errors.ts";
import { printable } from "../../base/keys.ts";
import type { FencingToken } from "../../base/token.ts";
import { rolledBack } from "../../lease/rolled-back.ts";
import { type ClaimRecord, claimFormat } from "../../record/claim-record.ts";
import type { Present, Sighting } from "../../record/read.ts";
import { writeRecord } from "../../record/write.ts";
import type { CallOptions } from "../../store/store.ts";
import { judgeSeen, readClaim, type SeenClaim } from "./inspect.ts";
import type { Intent } from "./run.ts";
import { done, open } from "./transitions.ts";

/** What was found out. */
export type Finding<T> = { readonly happened: true; readonly value: T } | { readonly happened: false };

/** A second verdict may come first; then it stands, and the next look tells. */
const roundsMost = 4;

/**
 * Two requests. A second verdict that agrees with what stands there changes nothing.
 *
 * @throws ContendedError if that attempt is alive; ConflictError if another attempt, or another verdict, stands there;
 *   UnavailableError: nothing happened; UnknownOutcomeError: look again; BadRecordError, MisconfiguredError,
 *   UnsupportedStoreError; the signal's own reason; TypeError for wrong arguments.
 */
export async function resolveOnce<T>(
  intent: Intent<T>,
  token: FencingToken,
  finding: Finding<T>,
  options: CallOptions,
): Promise<void> {
  const { contender, key, results } = intent;
  if (typeof finding !== "object" || typeof finding.happened !== "boolean") {
    throw new TypeError("say what was found out: { happened: true, value } or { happened: false }");
  }
  const json = finding.happened ? (await results.encode(finding.value, key)).json : undefined;
  await unlessAborted(options.signal, () => contender.requireProvenStore());
  const { place, seen: first } = await readClaim(contender, key, options);
  const deadline = deadlineAfter(contender.access.clock, roundsMost * place.requestTimeoutMs);
  const by = contender.settings.holder;
  let seen = first;
  for (let round = 1; round <= roundsMost; round++) {
    const base = abandonedAttempt(intent, token, { place, seen }, finding.happened);
    if (base === "resolved") return;
    const next = finding.happened ? done(base.record, json, by) : open(base.record, by);
    const outcome = await writeRecord(contender.access, place, claimFormat, base, next, { deadline });
    if (outcome.kind === "written" || outcome.kind === "replaced") return;
    if (outcome.kind === "unknown") throw unknown(intent, token, outcome.cause);
    if (outcome.kind === "rolled-back") throw rolledBack(contender.access.store, place);
    seen = outcome.seen;
  }
  throw new ConflictError(`${subjectOf(intent)} was written ${roundsMost} times in between; look again`, {
    key,
  });
}

/** What a verdict may be written over, or that the same one stands there. */
function abandonedAttempt(
  intent: Intent<unknown>,
  token: FencingToken,
  { place, seen }: SeenClaim,
  happened: boolean,
): (Sighting<ClaimRecord> & Present<ClaimRecord>) | "resolved" {
  if (seen.kind === "absent") throw otherwise(intent, token, "nobody has set out");
  const { state, token: standing, holder } = seen.record;
  if (standing !== token)
    throw otherwise(intent, token, `attempt ${standing} by ${printable(holder)} is ${state}`);
  if (state === (happened ? "done" : "open")) return "resolved";
  if (state !== "pending") throw otherwise(intent, token, `it is ${state}`);
  const judgement = judgeSeen(intent.contender, place, seen);
  if (judgement.verdict !== "live") return seen;
  const { expiresInMs } = judgement;
  throw new ContendedError(
    `${subjectOf(intent)} cannot be resolved: attempt ${token} by ${printable(holder)} may be at it, for ${Math.ceil(expiresInMs / 1_000)} s more if it is not heard of`,
    { key: intent.key, holder, token, expiresInMs },
  );
}

const subjectOf = ({ key }: Intent<unknown>): string => `the intent "${printable(key)}"`;

function otherwise(intent: Intent<unknown>, token: FencingToken, what: string): ConflictError {
  return new ConflictError(
    `no verdict was given on attempt ${token} of ${subjectOf(intent)}: ${what}. Inspect it again`,
    { key: intent.key },
  );
}

function unknown(intent: Intent<unknown>, token: FencingToken, cause: unknown): UnknownOutcomeError {
  return new UnknownOutcomeError(
    `whether the verdict on attempt ${token} of ${subjectOf(intent)} is recorded is not known; inspect it, and repeat`,
    { key: intent.key, token, cause },
  );
}
