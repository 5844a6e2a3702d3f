/**
 * Setting out: `pending` is written and settled before any work runs, and inside the window. A start of which that cannot
 * be said runs nothing, and is given back, or the intent would stay pending with nobody at it (coordination, section A).
 */
import { deadlineAfter } from "../../base/deadline.ts";
import { UnavailableError } from "../../base/errors.ts";
import { type Ask, warnOfSeed, whilePatient } from "../../lease/ask.ts";
import type { Contender } from "../../lease/contender.ts";
import { rolledBack } from "../../lease/rolled-back.ts";
import { Term } from "../../lease/term.ts";
import { Window } from "../../lease/window.ts";
import { RecordCell } from "../../record/cell.ts";
import { type ClaimRecord, claimFormat } from "../../record/claim-record.ts";
import type { Absent, Present, Sighting } from "../../record/read.ts";
import { type WriteOutcome, writeRecord } from "../../record/write.ts";
import { givenUp, isUnderWay, pending, type UnwrittenClaim } from "./transitions.ts";

/** The intent is ours: the work may run. */
export interface Started {
  readonly kind: "started";
  readonly attempt: string;
  /** What it was begun on. */
  readonly before: Present<ClaimRecord> | Absent;
  readonly term: Term;
  readonly cell: RecordCell<ClaimRecord>;
}

/** A start that nobody waits for is settled for so long; after that it runs out, and counts as abandoned. */
const givingBackMs = 60_000;
/** Each round but the first writes over what our own late start has left. */
const roundsMost = 4;

/**
 * @throws UnavailableError if it is not known in time, and then nothing runs; UnsupportedStoreError,
 *   MisconfiguredError, BadRecordError; the signal's own reason.
 */
export async function start(
  contender: Contender,
  ask: Ask,
  base: Present<ClaimRecord> | Absent,
): Promise<Started | { readonly kind: "lost-race"; readonly seen: Sighting<ClaimRecord> }> {
  const { access, progress, settings } = contender;
  const { place, timing } = ask;
  if (base.kind === "absent" && base.tokenSeed === undefined) warnOfSeed(contender, ask);
  const attempt = access.random.id();
  const { holder } = settings;
  const record = pending(base, { attempt, holder, ttlMs: timing.ttlMs }, ask.tokenAbove);
  const openedAtMs = progress.nowMs();
  const window = new Window(progress, timing.windowMs, openedAtMs);
  ask.signal?.throwIfAborted();
  const starting = writeRecord(access, place, claimFormat, base, record, { deadline: window, id: attempt });
  const giveBack = (): void =>
    contender.givingBack.add(place.name, giveBackStart(contender, ask, base, record, starting));
  const tooLong = (cause: unknown): Error => notStarted(contender, ask, cause);
  const outcome = await whilePatient(contender, ask, starting, tooLong, giveBack);
  switch (outcome.kind) {
    case "written": {
      if (window.remainingMs() <= 0) {
        giveBack();
        throw notStarted(contender, ask, undefined);
      }
      const { token } = outcome.state.record;
      const { onEvent } = access;
      const term = new Term({ key: place.key, holder, token, timing, progress, openedAtMs, onEvent });
      const cell = new RecordCell(access, place, claimFormat, outcome.state);
      return { kind: "started", attempt, before: base, term, cell };
    }
    case "unknown":
      giveBack();
      throw notStarted(contender, ask, outcome.cause);
    case "rolled-back":
      throw rolledBack(access.store, place);
    case "conflict":
    case "replaced":
    case "deleted":
    case "overtaken":
      return { kind: "lost-race", seen: outcome.seen };
  }
}

/**
 * Gives the start up where it was to stand. If that lands first, the start can land no more; if the start was first, it is
 * written over.
 */
async function giveBackStart(
  { access }: Contender,
  { place }: Ask,
  base: Present<ClaimRecord> | Absent,
  begun: UnwrittenClaim,
  starting: Promise<WriteOutcome<ClaimRecord>>,
): Promise<void> {
  const { attempt } = begun;
  const began = await starting;
  if (began.kind !== "written" && began.kind !== "unknown") return;
  const deadline = deadlineAfter(access.clock, givingBackMs);
  let over = began.kind === "written" ? began.state : base;
  for (let round = 1; round <= roundsMost; round++) {
    const next = givenUp({ ...begun, recent: [] }, base);
    const outcome = await writeRecord(access, place, claimFormat, over, next, { deadline });
    if (outcome.kind !== "conflict" || outcome.seen.kind === "absent") return;
    if (!isUnderWay(outcome.seen.record, attempt)) return;
    over = outcome.seen;
  }
}

function notStarted({ access }: Contender, { place, subject }: Ask, cause: unknown): UnavailableError {
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  return new UnavailableError(
    `${subject} in ${access.store.name} was not begun: whether it was ours was known too late, or not at all${why}. ` +
      "Nothing ran, and it is given back; try again later",
    { key: place.key, cause },
  );
}
