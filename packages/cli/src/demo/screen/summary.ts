/** The lines before and after the timeline: what will happen, the ledger and its check, what was shown and what not. Pure. */

import type { WorkerName } from "../crew/event.ts";
import type { Finding } from "../ledger/check.ts";
import type { Term } from "../ledger/terms.ts";
import { type Paint, wrap } from "./paint.ts";
import type { Canvas } from "./timeline.ts";
import { seconds } from "./words.ts";

export interface Play {
  readonly key: string;
  readonly ttlMs: number;
  /** How the store is called on the screen. */
  readonly store: string;
  /** Whether the store, and with it the lease's record, is still there when the demo has ended. */
  readonly storeStays: boolean;
  /** Where the ledger is, if it is to be kept. */
  readonly ledger: string | undefined;
}

export function opening(play: Play, { paint, width }: Canvas): readonly string[] {
  return [
    paint.strong("Three processes, one lease; a ledger and a page that only its holder may write."),
    ...wrap(
      "The first holder is killed, the second is frozen and woken too late, the third finishes. The ledger is a file and takes " +
        "every entry; the page lies in the store and is fenced. In the end both are checked: did two ever hold the lease " +
        "at once? Was a write of an old holder taken? It takes less than half a minute.",
      width,
    ),
    "",
    ...fact("lease", `${play.key}, for ${play.ttlMs / 1000} s after each renewal (its ttl)`, paint),
    ...fact("store", play.store, paint),
    ...(play.ledger === undefined ? [] : fact("ledger", play.ledger, paint)),
    "",
  ];
}

function fact(name: string, value: string, paint: Paint): readonly string[] {
  return [`${paint.faint(name.padEnd(8))}${value}`];
}

/** How each worker's time ended, in a word or two. */
export type Endings = Readonly<Partial<Record<string, string>>>;

/** One row for each term, with a bar for its place in time. */
export function ledgerTable(terms: readonly Term[], endings: Endings, canvas: Canvas): readonly string[] {
  const { paint, startMs, width } = canvas;
  const tokenColumns = Math.max(5, ...terms.map(({ token }) => String(token).length));
  const head = `  who  ${"token".padEnd(tokenColumns)}  entries  seconds       `;
  const barColumns = Math.min(width - head.length - 16, 30);
  const untilMs = Math.max(...terms.map(({ lastEntryMs }) => lastEntryMs));
  const rows = terms.map((term) => {
    const { worker, token, entries, fromMs, lastEntryMs } = term;
    const numbers = `${entries[0]?.sequence}–${entries.at(-1)?.sequence}`;
    const time = `${seconds(fromMs - startMs).padStart(4)} – ${seconds(lastEntryMs - startMs).padStart(4)}`;
    const brush = paint.worker[worker as WorkerName] ?? paint.strong;
    const bar = brush(barOf(term, { startMs, untilMs, columns: barColumns }));
    const row = `  ${brush(worker)}    ${String(token).padEnd(tokenColumns)}  ${numbers.padEnd(7)}  ${time}   `;
    return `${row}${bar}  ${endings[worker] ?? ""}`;
  });
  const total = terms.reduce((sum, { entries }) => sum + entries.length, 0);
  return ["", paint.strong(`The ledger: ${total} entries`), paint.faint(head.trimEnd()), ...rows];
}

function barOf(
  { fromMs, lastEntryMs }: Term,
  scale: { readonly startMs: number; readonly untilMs: number; readonly columns: number },
): string {
  const at = (ms: number): number =>
    Math.floor(((ms - scale.startMs) / (scale.untilMs - scale.startMs)) * (scale.columns - 1));
  return Array.from({ length: scale.columns }, (_, column) =>
    column >= at(fromMs) && column <= at(lastEntryMs) ? "█" : "·",
  ).join("");
}

/** Each claim with a tick, or with a cross and what contradicts it. */
export function verdict(findings: readonly Finding[], { paint, width }: Canvas): readonly string[] {
  const lines = findings.flatMap(({ claim, violations }) =>
    violations.length === 0
      ? [`  ${paint.good("✓")} ${claim}`]
      : [
          `  ${paint.bad("✗")} ${paint.strong(claim)}`,
          ...violations.flatMap((violation) => wrap(violation, width - 6)).map((line) => `      ${line}`),
        ],
  );
  return ["", paint.strong("The check"), ...lines];
}

/** The end of a run in which every claim held. */
export function closing(play: Play, { paint, width }: Canvas): readonly string[] {
  const paragraph = (title: string, text: string): readonly string[] => [
    "",
    title,
    ...wrap(text, width - 2).map((line) => `  ${line}`),
  ];
  return [
    ...paragraph(
      paint.good("Shown"),
      "The lease of a dead holder went to another by itself, and not before its time was over. A frozen holder learnt " +
        "of its loss before it acted again. Every grant had a larger token than all before it, and the store refused what the " +
        "frozen holder sent to the page although it had lost.",
    ),
    ...paragraph(
      paint.strong("Not shown, as no lease can do it"),
      "Had the frozen holder been stopped in the instant between its look at the lease and its write, it would have written " +
        "to the ledger after waking, and a file takes every entry. The page would have refused it then, too: only the " +
        "store can stop a writer that does not know.",
    ),
    ...(play.storeStays
      ? paragraph(
          "Left behind",
          `the page ${play.key} and the record of its lease in ${play.store}: a record is never deleted, nor is a fence.`,
        )
      : []),
  ];
}

/** The end of a run that went wrong. */
export function failure(message: string, { paint, width }: Canvas): readonly string[] {
  const [first = "", ...rest] = wrap(message, width - 8);
  return ["", `${paint.bad("FAILED")}  ${first}`, ...rest.map((line) => `        ${line}`)];
}
