/**
 * Judges a run by what it left behind. Pure: entries in, violations out. Each rule is one row, says what it claims, and
 * has a test that plants what it must refuse.
 */
import type { Entry } from "./ledger.ts";
import { type Term, termsOf } from "./terms.ts";

/** A lease was reported as lost by its holder, on the ledger's clock. */
export interface Loss {
  readonly token: number;
  readonly atMs: number;
}

/** A holder that had lost its lease wrote to the page all the same, and the store answered so. */
export interface LateWrite {
  readonly worker: string;
  readonly token: number;
  readonly answer: string;
}

/** What a run left behind, and what was to happen in it. */
export interface Evidence {
  readonly entries: readonly Entry[];
  readonly losses: readonly Loss[];
  readonly lateWrites: readonly LateWrite[];
  /** Under which the page was fenced last. */
  readonly pageToken: number | undefined;
  /** So many processes were to hold the lease, one after the other. */
  readonly holders: number;
}

/** What one rule says of a run: its claim, and what contradicts it. */
export interface Finding {
  readonly claim: string;
  /** Empty: the claim holds. */
  readonly violations: readonly string[];
}

interface Rule {
  readonly claim: string;
  readonly find: (evidence: Evidence, terms: readonly Term[]) => readonly string[];
}

const rules: readonly Rule[] = [
  { claim: "each process held the lease in its turn", find: missingTakeOvers },
  { claim: "each grant has a larger token than the one before", find: tokensThatDoNotGrow },
  { claim: "no grant while an earlier holder could still believe in its own", find: overlaps },
  { claim: "nothing was written after a loss, an end or a newer grant", find: lateEntries },
  { claim: "entries are numbered without a gap or a double", find: brokenNumbers },
  { claim: "the store refused what was sent to the page after a loss", find: lateWritesTaken },
];

/** Every rule with what it found, in the order in which a reader wants them. */
export function check(evidence: Evidence): readonly Finding[] {
  const terms = termsOf(evidence.entries);
  return rules.map(({ claim, find }) => ({ claim, violations: find(evidence, terms) }));
}

/** What contradicts the claims; empty if all is well. */
export function violations(evidence: Evidence): readonly string[] {
  return check(evidence).flatMap((finding) => finding.violations);
}

function missingTakeOvers({ entries, holders }: Evidence, terms: readonly Term[]): readonly string[] {
  if (entries.length === 0) return ["the ledger is empty, so nothing was shown"];
  const pids = new Set(terms.map((term) => term.pid));
  if (pids.size === holders && terms.length === holders) return [];
  return [
    `${holders} processes were to hold it once each; the ledger shows ${terms.length} grants to ${pids.size}`,
  ];
}

function tokensThatDoNotGrow(_: Evidence, terms: readonly Term[]): readonly string[] {
  return eachAfterAnother(terms, (earlier, later) => {
    if (later.token > earlier.token) return undefined;
    return `${named(later)} came after ${named(earlier)}: a token must be larger than all before it`;
  });
}

function overlaps(_: Evidence, terms: readonly Term[]): readonly string[] {
  const unopened = terms
    .filter(({ entries }) => entries.findLastIndex(({ kind }) => kind === "begin") !== 0)
    .map(
      (term) =>
        `${named(term)} has not one begin, at its start, so nobody can tell since when it held the lease`,
    );
  const overlapping = eachAfterAnother(terms, (earlier, later) => {
    if (later.fromMs > earlier.believedUntilMs) return undefined;
    const byMs = Math.ceil(earlier.believedUntilMs - later.fromMs);
    return `${named(later)} began ${byMs} ms before ${named(earlier)} was over`;
  });
  return [...unopened, ...overlapping];
}

function lateEntries({ entries, losses }: Evidence): readonly string[] {
  return entries.flatMap((entry, index) => {
    const before = entries.slice(0, index);
    const its = `entry ${entry.sequence} of ${named(entry)}`;
    const ended = before.some(
      ({ kind, token, pid }) => kind === "end" && token === entry.token && pid === entry.pid,
    );
    const newest = Math.max(...before.map(({ token }) => token));
    const loss = losses.find(({ token, atMs }) => token === entry.token && atMs <= entry.atMs);
    return [
      ...(ended ? [`${its} was written after its end`] : []),
      ...(newest > entry.token ? [`${its} was written after token ${newest} had been used`] : []),
      ...(loss
        ? [`${its} was written ${Math.ceil(entry.atMs - loss.atMs)} ms after its holder knew of its loss`]
        : []),
    ];
  });
}

function brokenNumbers({ entries }: Evidence): readonly string[] {
  return entries.flatMap(({ sequence }, index) =>
    sequence === index + 1
      ? []
      : [`entry ${index + 1} is numbered ${sequence}: two must have been written at once, or one is gone`],
  );
}

function lateWritesTaken({ lateWrites, pageToken, entries }: Evidence): readonly string[] {
  const newest = Math.max(...entries.map(({ token }) => token));
  const isOfNewest = entries.length === 0 || pageToken === newest;
  return [
    ...(lateWrites.length === 0
      ? ["nobody tried to write to the page after a loss, so nothing was shown"]
      : []),
    ...lateWrites
      .filter(({ answer }) => answer !== "refused")
      .map((late) => `a write of ${named(late)} after its loss was answered "${late.answer}"`),
    ...(isOfNewest ? [] : [`the page bears token ${pageToken}, and token ${newest} wrote last`]),
  ];
}

/** What `judge` says of each pair, of which the second began later. */
function eachAfterAnother(
  terms: readonly Term[],
  judge: (earlier: Term, later: Term) => string | undefined,
): readonly string[] {
  return terms.flatMap((later, index) =>
    terms.slice(0, index).flatMap((earlier) => judge(earlier, later) ?? []),
  );
}

function named({ worker, token }: { readonly worker: string; readonly token: number }): string {
  return `${worker} (token ${token})`;
}
