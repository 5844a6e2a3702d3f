/**
 * What one HTTP answer says of time: the store's now and the object's age by the store's clock, or nothing at all
 * (protocol, section 4). For adapters of stores that speak HTTP, as `@fencepost/core/http-times`; the rest of core does
 * not import it.
 *
 * `Date` is the store's now, `Last-Modified` the time of the last change, both in whole seconds. On some stores a change of
 * metadata alone moves `Last-Modified`, too (https://cloud.google.com/storage/docs/json_api/v1/objects#resource). Nothing
 * moves it to before the last write, so a record can look younger than it is, never older: a take-over may come late, and
 * not early.
 */
import type { StoreTimes } from "./store.ts";

/** The headers of one answer, names in lower case. */
export type HttpHeaders = Readonly<Record<string, string>>;

/** A kind of answer that says nothing of time, although it looks as if it did. */
export interface ClockQuirk {
  /** What such an answer looks like, in words. */
  readonly answer: string;
  readonly why: string;
  readonly source: string;
  readonly applies: (headers: HttpHeaders) => boolean;
}

const rfc9110 = "https://www.rfc-editor.org/rfc/rfc9110";

/** An answer of one of these kinds neither dates an object nor gives a token its seed. */
const withoutNow: readonly ClockQuirk[] = [
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

/** Every kind of answer that does not date an object. The first one that fits is the reason. */
export const clockQuirks: readonly ClockQuirk[] = [
  ...withoutNow,
  {
    answer: "no `Last-Modified`",
    why: "versitygw leaves it out of a 304, and for years Google's JSON API did of media answers",
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

/** The times of an object, for `GetResult.times`; `undefined` where the answer says nothing of age. */
export function timesOf(headers: HttpHeaders): StoreTimes | undefined {
  if (clockQuirks.some(({ applies }) => applies(headers))) return undefined;
  const nowMs = millisecondsOf(headers["date"]);
  return { nowMs, ageMs: nowMs - millisecondsOf(headers["last-modified"]), resolutionMs: 1_000 };
}

/** The store's now in milliseconds, to count tokens from, for `GetResult.tokenSeed`; `undefined` where it is not said. */
export function tokenSeedOf(headers: HttpHeaders): number | undefined {
  return withoutNow.some(({ applies }) => applies(headers)) ? undefined : millisecondsOf(headers["date"]);
}

/** The one form that servers send (RFC 9110, section 5.6.7): `Date.parse` alone takes almost anything. */
function millisecondsOf(header: string | undefined): number {
  const isHttpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(header ?? "");
  // biome-ignore lint/style/noRestrictedGlobals: it reads a header and no clock
  return isHttpDate ? Date.parse(header as string) : Number.NaN;
}
