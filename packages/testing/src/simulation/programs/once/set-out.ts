/** One simulated process: sets out on intents as they come up, together with all others. */
import { isCoordinationError, type Lease, type LeaseOptions, NotDoneError, type Once } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import type { OnceBook } from "./once-book.ts";

/** All processes set out on the same intent for so long, and then on the next. */
export const intentMs = 4_000;
const longestWaitMs = 15_000;
/** Of so many attempts, one being all, it is certain that nothing happened; of as many the work throws before or after its effect. */
const failing = 0.1;
/** Of so many callers, one being all, doing it twice does no harm. */
const repeating = 0.15;

export interface Notes {
  readonly journal: Journal;
  readonly book: OnceBook;
  readonly nowMs: () => number;
}

export const schema = (input: unknown): string => {
  if (typeof input !== "string") throw new TypeError("not a text");
  return input;
};

export async function setOut(self: Participant, notes: Notes): Promise<void> {
  const { clock, random, habits, coordinator } = self;
  while (!self.isOver()) {
    await clock.sleep(random.unit() * habits.idleMs);
    const key = keyAt(notes.nowMs());
    const mayRepeat = random.unit() < repeating;
    const whenAbandoned = mayRepeat ? "rerun" : "fail";
    await runOnce(self, notes, { key, mayRepeat, once: coordinator.once(key, { schema, whenAbandoned }) });
  }
  notes.book.survived(self.name);
}

export function keyAt(nowMs: number): string {
  return `i${Math.floor(nowMs / intentMs)}`;
}

interface Intent {
  readonly key: string;
  readonly mayRepeat: boolean;
  readonly once: Once<string>;
}

async function runOnce(self: Participant, notes: Notes, intent: Intent): Promise<void> {
  const { key, once } = intent;
  const { random, habits, clock, name } = self;
  const { book, journal } = notes;
  const waitMs = random.unit() < habits.waiting ? random.unit() * longestWaitMs : 0;
  const ttlMs = habits.ttlsMs[Math.floor(random.unit() * habits.ttlsMs.length)] ?? 3_000;
  const caller = random.unit() < 0.1 ? new AbortController() : undefined;
  if (caller) void clock.sleep(random.unit() * 3_000).then(() => caller.abort("enough"));
  const options: LeaseOptions = { ttlMs, signal: caller?.signal };
  let begun = false;
  try {
    const { ran, value } = await once.run({ ...options, waitMs }, (lease) => {
      begun = true;
      book.began(name, key);
      return work(self, notes, intent, lease);
    });
    if (ran !== begun) journal.violate(name, `${key}: ran is ${ran}, and the work had begun: ${begun}`);
    book.returned(name, key, value, ran);
  } catch (error) {
    told(self, notes, { key, begun, error });
  }
}

/** The effect happens at one moment, under a lease that holds at that moment. */
async function work(
  { clock, random, habits, name }: Participant,
  { book }: Notes,
  { key, mayRepeat }: Intent,
  lease: Lease,
): Promise<string> {
  const fate = random.unit();
  const result = `${key} by ${name} with ${lease.token}`;
  await clock.sleep(random.unit() * habits.holdMs);
  if (lease.remainingMs() <= 0) throw new Error("too late");
  if (fate < failing) throw new NotDoneError("certainly not");
  if (fate < 2 * failing) throw new Error("before the effect");
  book.happened(key, { who: name, token: lease.token, result, mayRepeat });
  if (fate < 3 * failing) throw new Error("after the effect");
  await clock.sleep(random.unit() * habits.stepMs);
  return result;
}

interface Told {
  readonly key: string;
  readonly begun: boolean;
  readonly error: unknown;
}

function told({ name }: Participant, { book, journal }: Notes, { key, begun, error }: Told): void {
  journal.say(name, `${key}: ${String(error)}`);
  const passing = isCoordinationError(error, "unavailable") || isCoordinationError(error, "contended");
  if (error instanceof NotDoneError) journal.count("notDone");
  else if (isCoordinationError(error, "unknown-outcome")) book.unknown(name, key);
  else if (passing || error === "enough") book.nothingRan(name, key, begun);
  // A verdict may have come first, of somebody who had found out.
  else if (isCoordinationError(error, "lease-lost") && error.reason === "superseded")
    journal.count("superseded");
  else journal.violate(name, `${key} failed with ${String(error)}`);
}
