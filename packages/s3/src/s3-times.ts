/** What one answer says of time: by the store's clock, or nothing at all (protocol, section 4). */
import type { StoreTimes } from "@fencepost/core";
import type { Answer } from "./s3-exchange.ts";

type Headers = Answer["headers"];

/** An answer that says nothing of time, although it looks as if it did. */
export interface ClockQuirk {
  readonly answer: string;
  readonly why: string;
  readonly source: string;
  readonly applies: (headers: Headers) => boolean;
}

const rfc9110 = "https://www.rfc-editor.org/rfc/rfc9110";

/** With these an answer neither dates an object nor gives a token its seed. */
const undated: readonly ClockQuirk[] = [
  {
    answer: "`Age` header",
    why: "a cache has answered: `Date` is when it was filled, not now",
    source: "https://www.rfc-editor.org/rfc/rfc9111#section-5.1",
    applies: ({ age }) => age !== undefined,
  },
  {
    answer: "no `Date`, or one that is no HTTP date",
    why: "a proxy may take it off; this machine's clock never stands in for the store's",
    source: `${rfc9110}#section-6.6.1`,
    applies: ({ date }) => Number.isNaN(millisecondsOf(date)),
  },
];

/** With these it does not date an object. */
const ageless: readonly ClockQuirk[] = [
  ...undated,
  {
    answer: "no `Last-Modified`",
    why: "versitygw leaves it out of a 304",
    source: `${rfc9110}#section-15.4.5`,
    applies: (headers) => Number.isNaN(millisecondsOf(headers["last-modified"])),
  },
  {
    answer: "`Date` before `Last-Modified`",
    why: "two front ends whose clocks are apart, or a clock that was set back",
    source: `${rfc9110}#section-8.8.2.1`,
    applies: ({ date, ...headers }) => millisecondsOf(date) < millisecondsOf(headers["last-modified"]),
  },
];

/** The rows of this file, for documentation. */
export const clockQuirks: readonly ClockQuirk[] = ageless;

/** `undefined` where the answer says nothing of age. */
export function timesOf({ headers }: Answer): StoreTimes | undefined {
  if (ageless.some(({ applies }) => applies(headers))) return undefined;
  const nowMs = millisecondsOf(headers["date"]);
  return { nowMs, ageMs: nowMs - millisecondsOf(headers["last-modified"]), resolutionMs: 1_000 };
}

/** The store's now, as a number to count tokens from; `undefined` where the answer does not say it. */
export function tokenSeedOf({ headers }: Answer): number | undefined {
  return undated.some(({ applies }) => applies(headers)) ? undefined : millisecondsOf(headers["date"]);
}

/** The one form that servers send (RFC 9110, section 5.6.7): `Date.parse` alone takes almost anything. */
function millisecondsOf(header: string | undefined): number {
  const isHttpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header ?? "");
  return isHttpDate ? Date.parse(header as string) : Number.NaN;
}
