/** One simulated process: stands in the election again and again, leads, and stops when it is told to, or later. */
import { isCoordinationError, type Leadership, type LeaseLostError } from "@fencepost/core";
import type { Participant } from "../../engine/program.ts";
import { leaseKey } from "../lease/contend.ts";
import { lookOn } from "./look-on.ts";
import { type Candidate, type Notes, schema, slipMs } from "./notes.ts";

/** Of so many candidacies, one being all, it is one term and not all that come. */
const shareOfCampaigns = 0.25;
/** Of so many works: they end by themselves, they fail, they go on for longer than they should. */
const returning = 0.3;
const failing = 0.1;
const stubborn = 0.2;
const proclaiming = 0.2;
const longestEndingMs = 300;
const longestStubbornMs = 8_000;

export async function stand(self: Participant, notes: Notes): Promise<void> {
  const election = self.coordinator.election(leaseKey, { schema });
  const looking = lookOn(self, notes, election);
  const { clock, random, habits, name } = self;
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(random.unit() * habits.idleMs);
    const candidate = { call: `${name}.${count}`, election };
    await (random.unit() < shareOfCampaigns ? campaign : lead)(self, notes, candidate);
  }
  await looking;
}

function optionsOf({ random, habits }: Participant, { call }: Candidate, stop: AbortController) {
  const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
  const priority = random.unit() < 0.8 ? 10 : 9;
  return { ttlMs, note: call, value: call, priority, signal: stop.signal };
}

/** How the work of a candidacy ended last. */
interface Fate {
  terms: number;
  last: "none" | "returned" | "told" | { readonly failure: Error };
}

async function lead(self: Participant, notes: Notes, candidate: Candidate): Promise<void> {
  const { clock, random, habits, name } = self;
  const { journal, works } = notes;
  const { call, election } = candidate;
  const stop = new AbortController();
  let stoppedAtMs = Number.POSITIVE_INFINITY;
  void clock.sleep(random.unit() * (habits.holdMs + 6_000)).then(() => {
    stoppedAtMs = clock.monotonicMs();
    stop.abort("enough");
  });
  const fate: Fate = { terms: 0, last: "none" };
  let failure: unknown;
  try {
    await election.lead(optionsOf(self, candidate, stop), (term) => work(self, notes, candidate, term, fate));
    const isToldTo = stop.signal.aborted || fate.last === "returned";
    if (!isToldTo) journal.violate(name, `${call} has stopped, and nobody had told it to`);
  } catch (error) {
    failure = error;
  }
  const isItsOwn = typeof fate.last === "object" && fate.last.failure === failure;
  if (failure !== undefined && !isItsOwn) journal.violate(name, `${call} failed with ${String(failure)}`);
  if (works.isRunning(name)) journal.violate(name, `${call} has ended, and its work goes on`);
  if (fate.terms === 0 && clock.monotonicMs() > stoppedAtMs + slipMs) {
    journal.violate(name, `${call} never led, and went on after it was told to stop`);
  }
  if (fate.terms === 0) journal.count("neverLed");
  if (fate.terms > 1) journal.count("ledAgain");
  journal.say(name, `${call} has ended after ${fate.terms} terms`);
}

async function work(
  self: Participant,
  notes: Notes,
  candidate: Candidate,
  term: Leadership<string>,
  fate: Fate,
): Promise<void> {
  const { random, habits, clock } = self;
  fate.terms += 1;
  const drawn = random.unit();
  const untilMs =
    drawn < returning + failing ? clock.monotonicMs() + random.unit() * habits.holdMs : Infinity;
  began(self, notes, candidate, term);
  await serve(self, notes, candidate, term, untilMs);
  const isTold = term.signal.aborted;
  if (isTold) await wind(self, notes, term);
  ended(self, notes, term);
  fate.last = isTold ? "told" : "returned";
  if (drawn < returning || drawn >= returning + failing) return;
  const failure = new Error("the work failed");
  fate.last = { failure };
  throw failure;
}

async function campaign(self: Participant, notes: Notes, candidate: Candidate): Promise<void> {
  const { clock, random, habits, name } = self;
  const { election, call } = candidate;
  const patience = new AbortController();
  void clock.sleep(random.unit() * 15_000).then(() => patience.abort("enough"));
  let term: Leadership<string>;
  try {
    term = await election.campaign(optionsOf(self, candidate, patience));
  } catch (error) {
    if (error !== "enough") notes.journal.violate(name, `${call} failed with ${String(error)}`);
    return;
  }
  began(self, notes, candidate, term);
  await serve(self, notes, candidate, term, clock.monotonicMs() + random.unit() * habits.holdMs);
  ended(self, notes, term);
  notes.book.released(name, term.token, await term.release());
}

function began(
  { name }: Participant,
  { book, works }: Notes,
  { call }: Candidate,
  { token }: Leadership<string>,
) {
  book.granted(name, call, token);
  works.began(name, token);
}

function ended({ name }: Participant, { book, works }: Notes, { token, signal }: Leadership<string>): void {
  works.ended(name, token);
  if (isCoordinationError(signal.reason, "lease-lost"))
    book.lost(name, token, signal.reason as LeaseLostError);
}

/** Some look at the clock before each step, and some trust the signal alone. */
async function serve(
  self: Participant,
  notes: Notes,
  candidate: Candidate,
  term: Leadership<string>,
  untilMs: number,
): Promise<void> {
  const { clock, random, habits, name } = self;
  const trusting = random.unit() < 0.5;
  for (let count = 1; clock.monotonicMs() < untilMs && !self.isOver(); count++) {
    await clock.sleep(20 + random.unit() * habits.stepMs);
    if (term.signal.aborted || (!trusting && term.remainingMs() <= 0)) return;
    notes.book.worked(name, term.token);
    if (random.unit() >= proclaiming) continue;
    const saying = proclaim(self, notes, term, `${candidate.call}.${count}`);
    // Who does not wait for it goes on beside it, and is heard in its turn.
    if (random.unit() < 0.5) await saying;
  }
}

async function proclaim(
  { name }: Participant,
  { journal, views }: Notes,
  term: Leadership<string>,
  value: string,
): Promise<void> {
  try {
    await term.proclaim(value);
    journal.count("proclaimed");
    if (!views.hasStood(term.token, value))
      journal.violate(name, `proclaimed ${value}, which never stood there`);
  } catch (error) {
    if (!isCoordinationError(error, "lease-lost")) journal.violate(name, `${value}: ${String(error)}`);
  }
}

/** It was told to stop. While its term lasts nobody else may lead, however long it takes. */
async function wind(
  { clock, random, name }: Participant,
  { book, journal }: Notes,
  term: Leadership<string>,
) {
  const isStubborn = random.unit() < stubborn;
  if (isStubborn) journal.count("stubborn");
  const untilMs = clock.monotonicMs() + random.unit() * (isStubborn ? longestStubbornMs : longestEndingMs);
  while (clock.monotonicMs() < untilMs) {
    if (term.remainingMs() > 0) book.worked(name, term.token);
    await clock.sleep(100);
  }
}
