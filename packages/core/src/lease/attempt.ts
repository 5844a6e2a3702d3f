/** One try to be granted a lease: read, judge, write. Two requests, or one if this process freed it last. */
import { UnavailableError } from "../base/errors.ts";
import { RecordCell } from "../record/cell.ts";
import { type LeaseRecord, leaseFormat } from "../record/lease-record.ts";
import { type Absent, type Present, readRecord, type Sighting } from "../record/read.ts";
import { writeRecord } from "../record/write.ts";
import { type Ask, afterWhatWentBefore, tooLate, unknownGrant, warnOfSeed, whilePatient } from "./ask.ts";
import type { Contender } from "./contender.ts";
import { giveBackLease } from "./giving-back.ts";
import { judge } from "./judge.ts";
import { type Contention, look } from "./look.ts";
import { rolledBack } from "./rolled-back.ts";
import { Term } from "./term.ts";
import { granted } from "./transitions.ts";
import { Window } from "./window.ts";

export interface Grant {
  readonly kind: "granted";
  readonly term: Term;
  readonly cell: RecordCell<LeaseRecord>;
}

/** Bounds a run of lost races, after each of which the lease was free again when we looked. */
const roundsMost = 4;

/**
 * @param before an earlier contention of the same call, so that the store may answer "unchanged"
 * @throws UnavailableError, UnknownOutcomeError, BadRecordError, MisconfiguredError, UnsupportedStoreError; the
 *   signal's own reason.
 */
export async function attempt(
  contender: Contender,
  ask: Ask,
  before?: Contention<LeaseRecord>,
): Promise<Grant | Contention<LeaseRecord>> {
  const { place, patience, signal } = ask;
  await afterWhatWentBefore(contender, ask);
  let standBackMs = ask.standBackMs;
  // What others are to have first is looked at.
  let base: Present<LeaseRecord> | Absent | undefined =
    standBackMs > 0 ? undefined : contender.freed.take(place.name);
  let seen: Sighting<LeaseRecord> | undefined;
  for (let round = 1; round <= roundsMost; round++) {
    if (!base) {
      const unless = before?.seen;
      seen ??= await readRecord(contender.access, place, leaseFormat, { deadline: patience, signal, unless });
      const contention = look(contender, { ...ask, judge }, seen, before);
      if (contention) return contention;
      if (standBackMs > 0) {
        await contender.access.clock.sleep(standBackMs, signal);
        standBackMs = 0;
        seen = undefined;
        continue;
      }
      base = seen;
    }
    const outcome = await writeGrant(contender, ask, base);
    if (outcome.kind === "granted") return outcome;
    base = undefined;
    seen = outcome.seen;
  }
  throw new UnavailableError(
    `${ask.subject} changed hands ${roundsMost} times while we tried to take it; try again, with waitMs`,
    { key: place.key },
  );
}

/** Grants it upon `base`, whatever stands there: the condition decides. */
export async function writeGrant(
  contender: Contender,
  ask: Ask,
  base: Present<LeaseRecord> | Absent,
): Promise<Grant | { readonly kind: "lost-race"; readonly seen: Sighting<LeaseRecord> }> {
  const { access, progress, settings } = contender;
  const { place, timing } = ask;
  if (base.kind === "absent" && base.tokenSeed === undefined) warnOfSeed(contender, ask);
  const record = granted(base, {
    holder: settings.holder,
    ttlMs: timing.ttlMs,
    note: ask.note,
    tokenAbove: ask.tokenAbove,
    carried: ask.carried,
  });
  const openedAtMs = progress.nowMs();
  const window = new Window(progress, timing.windowMs, openedAtMs);
  ask.signal?.throwIfAborted();
  const granting = writeRecord(access, place, leaseFormat, base, record, { deadline: window });
  const outcome = await whilePatient(
    contender,
    ask,
    granting,
    (cause) => unknownGrant(contender, ask, cause),
    () => contender.givingBack.add(place.name, giveBackLease(access, place, granting, window)),
  );
  switch (outcome.kind) {
    case "written": {
      if (window.remainingMs() <= 0) throw tooLate(ask);
      const { holder, token } = outcome.state.record;
      const { key } = place;
      const term = new Term({ key, holder, token, timing, progress, openedAtMs, onEvent: access.onEvent });
      return { kind: "granted", term, cell: new RecordCell(access, place, leaseFormat, outcome.state) };
    }
    case "unknown":
      throw unknownGrant(contender, ask, outcome.cause);
    case "rolled-back":
      throw rolledBack(access.store, place);
    case "conflict":
    case "replaced":
    case "deleted":
    // Whether or not it was ours for a moment, it is not now: what stands there is to be judged as for anybody.
    case "overtaken":
      return { kind: "lost-race", seen: outcome.seen };
  }
}
