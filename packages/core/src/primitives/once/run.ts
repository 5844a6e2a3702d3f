/** Does something at most once, and tells whoever comes later what came of it (coordination, section A; rule R11). */
import {
  isNotDone,
  LeaseLostError,
  messageOf,
  UnknownOutcomeError,
  type WorkState,
} from "../../base/errors.ts";
import { claimName, printable } from "../../base/keys.ts";
import { type Ask, askOf } from "../../lease/ask.ts";
import type { Contender } from "../../lease/contender.ts";
import { keepRenewed } from "../../lease/keeper.ts";
import type { Lease } from "../../lease/lease.ts";
import { checkOptions, type LeaseOptions, type WaitOptions } from "../../lease/options.ts";
import { runUntilLost, type Work } from "../../lease/run.ts";
import { watch } from "../../lease/term.ts";
import { waitFor } from "../../lease/waiting.ts";
import type { ClaimRecord } from "../../record/claim-record.ts";
import type { MemberValues } from "../../record/member-values.ts";
import { type Abandoned, attemptClaim, type Done, type WhenAbandoned } from "./attempt.ts";
import { type Ending, end } from "./end.ts";
import { heldClaim } from "./held-claim.ts";
import type { Started } from "./start.ts";
import { done, givenUp, stopped } from "./transitions.ts";

/** One intent, and how it is dealt with. */
export interface Intent<T> {
  readonly contender: Contender;
  readonly key: string;
  readonly whenAbandoned: WhenAbandoned;
  readonly results: MemberValues<T>;
}

/** What came of an intent. */
export interface Outcome<T> {
  /** By this call; otherwise by an earlier one, and `value` is the recorded one. */
  readonly ran: boolean;
  readonly value: T;
}

/** Of what was thrown so much is recorded. */
const errorCharactersMost = 1_000;

/**
 * @throws UnknownOutcomeError if the work threw, or somebody else's attempt was abandoned: look before you act. What the
 *   work threw if that is a NotDoneError. ContendedError while somebody is at it and `waitMs` is over. LeaseLostError if
 *   another attempt stands where this one was to be recorded. Where nothing ran: UnavailableError, BadRecordError,
 *   MisconfiguredError, UnsupportedStoreError, the signal's own reason, TypeError, RangeError.
 */
export async function runOnce<T>(
  intent: Intent<T>,
  options: LeaseOptions & WaitOptions,
  work: Work<Lease, T>,
): Promise<Outcome<T>> {
  const { contender, key, whenAbandoned, results } = intent;
  checkOptions(options, "once");
  if (typeof work !== "function") throw new TypeError("once needs the work as its last argument, a function");
  const waitMs = options.waitMs ?? 0;
  const ask = await askOf(contender, { noun: "intent", key, nameOf: claimName }, options, waitMs);
  const answer = await waitFor<Started | Done | Abandoned, ClaimRecord>(contender, ask, waitMs, (before) =>
    attemptClaim(contender, ask, whenAbandoned, before),
  );
  switch (answer.kind) {
    case "done":
      return { ran: false, value: await results.decode(answer.record.result, key) };
    case "abandoned":
      throw abandoned(ask, answer.record);
    case "started":
      try {
        return { ran: true, value: await carryOut(intent, ask, answer, work) };
      } finally {
        contender.lines.wake(ask.place.name);
      }
  }
}

async function carryOut<T>(intent: Intent<T>, ask: Ask, started: Started, work: Work<Lease, T>): Promise<T> {
  const { contender, results } = intent;
  const { clock, random, onEvent } = contender.access;
  const { term, cell } = started;
  const { key, token, timing } = term.granted;
  onEvent({ type: "lease.acquired", key, token, waitedMs: 0 });
  void watch(term, clock);
  if (timing.renewEveryMs !== undefined) {
    void keepRenewed(term, cell, { ms: timing.renewEveryMs, clock, random });
  }
  term.follow(ask.signal);
  const held = heldClaim(term, ask.place.name);
  // A schema may take its time, too, and has none but the work's.
  const running = await runUntilLost(term, clock, async (): Promise<Made<T>> => {
    const returned = await work(held);
    return { returned, ...(await results.encode(returned, key)) };
  });
  const state = running.state();
  if (state.state !== "running") return record(intent, ask, started, state);
  // Its caller is told now; what it comes to in the end is recorded all the same, if nobody has taken over by then.
  void running.settled.then(() => record(intent, ask, started, running.state() as Ended)).catch(() => {});
  throw unknown(ask, started, "the work goes on although its time is over", term.lost);
}

type Ended = Exclude<WorkState, { readonly state: "running" }>;

/** What the work returned, as it is recorded, and as whoever reads it will have it. */
interface Made<T> {
  readonly returned: T;
  readonly json: unknown;
  readonly value: T;
}

/** Writes down what the work did, and gives back what its caller is told. */
async function record<T>(intent: Intent<T>, ask: Ask, started: Started, state: Ended): Promise<T> {
  const { access } = intent.contender;
  const { key, token } = started.term.granted;
  const write = async (last: Parameters<typeof end>[3]): Promise<Ending> => {
    let as: "done" | "open" | "stopped" = "stopped";
    const ending = await end(access, ask.place, started, (now) => {
      const next = last(now);
      as = next.state === "pending" ? "stopped" : next.state;
      return next;
    });
    if (ending.kind === "recorded") access.onEvent({ type: "once.ended", key, token, as });
    return ending;
  };
  if (state.state === "threw" && isNotDone(state.error)) {
    await write((now) => givenUp(now, started.before));
    throw state.error;
  }
  let thrown = state.state === "threw" ? state.error : undefined;
  if (state.state === "returned") {
    const { returned, json, value } = state.value as Made<T>;
    try {
      return told(ask, started, await write((now) => done(now, json)), { returned, value });
    } catch (error) {
      // Too large to be recorded: it happened, and only a person can say with what result.
      if (!(error instanceof RangeError)) throw error;
      thrown = error;
    }
  }
  const said = printable(messageOf(thrown)).slice(0, errorCharactersMost);
  await write((now) => stopped(now, said));
  throw unknown(ask, started, `the work threw: ${said}`, thrown);
}

function told<T>(ask: Ask, started: Started, ending: Ending, made: Omit<Made<T>, "json">): T {
  switch (ending.kind) {
    case "recorded":
      return made.value;
    case "superseded":
      throw superseded(ask, started, ending.record, { state: "returned", value: made.returned });
    case "unknown":
      throw unknown(
        ask,
        started,
        "the work returned, and whether that is recorded is not known",
        ending.cause,
      );
  }
}

function unknown(ask: Ask, { term }: Started, why: string, cause: unknown): UnknownOutcomeError {
  const { key, token, holder } = term.granted;
  return new UnknownOutcomeError(
    `nobody can tell whether ${ask.subject} was done (attempt ${token}): ${why}. Find out, and resolve that attempt`,
    { key, token, holder, cause },
  );
}

function abandoned({ subject, place }: Ask, { token, holder, error }: ClaimRecord): UnknownOutcomeError {
  const why = error === undefined ? "has not been heard of since" : `threw: ${error}`;
  return new UnknownOutcomeError(
    `nobody can tell whether ${subject} was done: attempt ${token} by ${printable(holder)} ${printable(why)}. Find out, and resolve that attempt`,
    { key: place.key, token, holder },
  );
}

function superseded({ subject }: Ask, { term }: Started, now: ClaimRecord, work: WorkState): LeaseLostError {
  const { key, token } = term.granted;
  const { holder, token: newer, state } = now;
  return new LeaseLostError(
    `${subject} was done by attempt ${token}, but another stands there: token ${newer} by ${printable(holder)}, ${state}. ` +
      "It may have been done twice",
    { key, reason: "superseded", token, successor: { holder, token: newer }, work },
  );
}
