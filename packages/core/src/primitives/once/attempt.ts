/** One look at a claim, and a start if it may be taken. */
import { UnavailableError } from "../../base/errors.ts";
import { type Ask, afterWhatWentBefore } from "../../lease/ask.ts";
import type { Contender } from "../../lease/contender.ts";
import { type Evidence, type ExpiryRule, type Judgement, judgeHeld } from "../../lease/judge.ts";
import { type Contention, look } from "../../lease/look.ts";
import { type ClaimRecord, claimFormat } from "../../record/claim-record.ts";
import { type Present, readRecord, type Sighting } from "../../record/read.ts";
import { type Started, start } from "./start.ts";

/** It has been done, for good. */
export interface Done {
  readonly kind: "done";
  readonly record: ClaimRecord;
}

/** Somebody had set out and is not at it any more: nobody knows whether it happened. */
export interface Abandoned {
  readonly kind: "abandoned";
  readonly record: ClaimRecord;
}

/** What is done about an attempt that was abandoned. */
export type WhenAbandoned = "fail" | "rerun";

/** Bounds a run of lost races, after each of which it was open again when we looked. */
const roundsMost = 4;

/** Is a pending attempt dead? One that has stopped need not be waited out. */
export function judgeClaim(record: ClaimRecord, evidence: Evidence, rule: ExpiryRule): Judgement {
  if (record.state !== "pending") return { verdict: "free" };
  if (record.stopped) return { verdict: "dead", by: rule };
  return judgeHeld(record.ttlMs, evidence, rule);
}

/**
 * @param before an earlier contention of the same call, so that the store may answer "unchanged"
 * @throws as {@link start}; UnavailableError.
 */
export async function attemptClaim(
  contender: Contender,
  ask: Ask,
  whenAbandoned: WhenAbandoned,
  before: Contention<ClaimRecord> | undefined,
): Promise<Started | Done | Abandoned | Contention<ClaimRecord>> {
  const { place, patience, signal } = ask;
  await afterWhatWentBefore(contender, ask);
  const options = { deadline: patience, signal, unless: before?.seen as Present<ClaimRecord> | undefined };
  let seen: Sighting<ClaimRecord> = await readRecord(contender.access, place, claimFormat, options);
  for (let round = 1; round <= roundsMost; round++) {
    const found = seen.kind === "present" ? seen.record : undefined;
    if (found?.state === "done") return { kind: "done", record: found };
    const contention = look(contender, { ...ask, judge: judgeClaim }, seen, before);
    if (contention) return contention;
    if (found?.state === "pending" && whenAbandoned === "fail") return { kind: "abandoned", record: found };
    const started = await start(contender, ask, seen);
    if (started.kind === "started") return started;
    seen = started.seen;
  }
  throw new UnavailableError(
    `${ask.subject} changed ${roundsMost} times while we tried to set out; nothing ran, try again with waitMs`,
    { key: place.key },
  );
}
