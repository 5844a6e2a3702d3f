/** One simulated process: changes shared documents again and again, together with all others. */
import { type CallOptions, type Document, isCoordinationError, type Version } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import { checked } from "../timed-call.ts";
import type { Counter, CounterBook } from "./counter-book.ts";
import { positions, type Switch, type SwitchBook } from "./switch-book.ts";

export interface Notes {
  readonly journal: Journal;
  readonly nowMs: () => number;
  readonly counter: CounterBook;
  readonly switch: SwitchBook;
}

export interface Editor extends Notes {
  readonly self: Participant;
  readonly counterDocument: Document<Counter>;
  readonly switchDocument: Document<Switch>;
  /** The counter as it was seen last. */
  seen: { readonly version: Version | undefined; readonly count: number };
}

/**
 * All come to one document at once for a while, then nobody does, and then all to the other: a write of which nothing is
 * heard is soon several steps back.
 */
const rush = { everyMs: 4_000, lastsMs: 1_500 };
const longestPauseMs = 60;
const shareOfUnchanged = 0.05;
const shareOfStale = 0.1;

export function editorOf(self: Participant, notes: Notes): Editor {
  const { coordinator } = self;
  return {
    ...notes,
    self,
    counterDocument: coordinator.document<Counter>("counter", { schema: (input) => input as Counter }),
    switchDocument: coordinator.document<Switch>("switch", { schema: (input) => input as Switch }),
    seen: { version: undefined, count: 0 },
  };
}

export async function edit(self: Participant, notes: Notes): Promise<void> {
  const editor = editorOf(self, notes);
  const { clock, random, name } = self;
  for (let count = 1; !self.isOver(); count++) {
    await clock.sleep(untilRushMs(notes.nowMs()) + random.unit() * longestPauseMs);
    const isOdd = Math.floor(notes.nowMs() / rush.everyMs) % 2 === 1;
    const steps = isOdd ? ofSwitch : ofCounter;
    const step = steps[Math.floor(random.unit() * steps.length)] as Step;
    await step(editor, `${name}.${count}`);
  }
}

function untilRushMs(nowMs: number): number {
  const inMs = nowMs % rush.everyMs;
  return inMs < rush.lastsMs ? 0 : rush.everyMs - inMs;
}

type Step = (editor: Editor, call: string) => Promise<void>;

export const countOn: Step = async (editor, call) => {
  const { self, counter, counterDocument } = editor;
  const unchanged = self.random.unit() < shareOfUnchanged;
  await called(editor, call, async (options) => {
    const { value, version, rounds } = await counterDocument.update(
      (current) => (unchanged && current ? current : next(current, call)),
      options,
    );
    if (rounds > 1) editor.journal.count("furtherRounds");
    if (value.call === call) counter.acknowledged(self.name, call, value, version);
    else counter.changedNothing(self.name, call);
    editor.seen = { version, count: value.count };
  });
};

export const countFromVersion: Step = async (editor, call) => {
  const { self, counter, counterDocument, seen } = editor;
  await called(
    editor,
    call,
    async (options) => {
      // Some write on what they saw a while ago.
      const { value: current, version } = await counterDocument.read(options);
      await self.clock.sleep(self.random.unit() * 50, options.signal);
      const { value, version: written } = await counterDocument.compareAndSet(
        self.random.unit() < shareOfStale && !self.isOver() ? (seen.version ?? version) : version,
        next(current, call),
        options,
      );
      counter.acknowledged(self.name, call, value, written);
      editor.seen = { version: written, count: value.count };
    },
    2,
  );
};

const look: Step = async (editor, call) => {
  const { self, counter, counterDocument, seen } = editor;
  const least = counter.count;
  await called(editor, call, async (options) => {
    const { version, value } =
      (await counterDocument.readIfChanged(seen.version, options)) ?? unchanged(seen);
    counter.saw(self.name, value?.count ?? 0, version, least);
    editor.seen = { version, count: value?.count ?? 0 };
  });
  counter.changedNothing(self.name, call);
};

const turn: Step = (editor, call) =>
  called(editor, call, async (options) => {
    await editor.switchDocument.update(turned, options);
  });

const turnFromVersion: Step = (editor, call) =>
  called(
    editor,
    call,
    async (options) => {
      const { value, version } = await editor.switchDocument.read(options);
      await editor.self.clock.sleep(editor.self.random.unit() * 50, options.signal);
      await editor.switchDocument.compareAndSet(version, turned(value), options);
    },
    2,
  );

const remove: Step = async ({ self, journal, switch: book, switchDocument }, call) => {
  const removals = book.removals();
  const own = book.removals(self.name);
  await checked(
    { self, journal, call, passing: ["conflict", "unavailable", "unknown-outcome"], calls: 2 },
    async (options) => {
      const { version } = await switchDocument.read(options);
      if (version === undefined) return;
      try {
        await switchDocument.delete(version, options);
        book.saidToBeGone(self.name, removals);
      } catch (error) {
        if (isCoordinationError(error, "conflict")) book.saidToStay(self.name, own);
        throw error;
      }
    },
  );
};

const ofCounter: readonly Step[] = [countOn, countOn, countOn, countFromVersion, look];
const ofSwitch: readonly Step[] = [turn, turn, turn, turnFromVersion, remove];

/** Whatever a call ends with must be true of what it has done. */
async function called(
  { self, journal, counter }: Editor,
  call: string,
  work: (options: CallOptions) => Promise<void>,
  calls = 1,
): Promise<void> {
  const passing = ["conflict", "unavailable", "unknown-outcome"] as const;
  const error = await checked({ self, journal, call, passing, calls }, work);
  if (isCoordinationError(error, "conflict")) journal.count("conflicts");
  if (isCoordinationError(error, "unknown-outcome")) journal.count("unknownOutcomes");
  if (isCoordinationError(error, "conflict") || isCoordinationError(error, "unavailable")) {
    counter.changedNothing(self.name, call);
  }
}

function next(current: Counter | undefined, call: string): Counter {
  return { count: (current?.count ?? 0) + 1, call, after: current?.call };
}

function turned(current: Switch | undefined): Switch {
  return { position: current ? (current.position + 1) % positions : 0 };
}

function unchanged({ version, count }: Editor["seen"]): {
  readonly version: Version | undefined;
  readonly value: { readonly count: number };
} {
  return { version, value: { count } };
}
