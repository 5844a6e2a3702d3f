/**
 * What an answer says of time, by the service's clock alone.
 *
 * `Date` is the service's now, `Last-Modified` the time of the object's last change, both in whole seconds. A change of
 * metadata alone (a storage class moved by a lifecycle rule, a label set by a person) moves `updated` in the object's
 * description (https://cloud.google.com/storage/docs/json_api/v1/objects#resource), and may move `Last-Modified` with
 * it. Nothing moves it to *before* the generation was written, so a record can look younger than it is, never older: a
 * take-over may come late and not early.
 */
import type { StoreTimes } from "@fencepost/core";
import type { AnswerHeaders } from "./gcs-transport.ts";

/** An answer that says nothing of time, although it looks as if it did. */
export interface ClockQuirk {
  readonly answer: string;
  readonly why: string;
  readonly source: string;
  readonly applies: (headers: AnswerHeaders) => boolean;
}

const rfc9110 = "https://www.rfc-editor.org/rfc/rfc9110";

/** Each spoils both: with it an answer neither dates an object nor gives a token its seed. */
const undated: readonly ClockQuirk[] = [
  {
    answer: "`Age` header",
    why: "a cache answered: Date is when it was filled, not now",
    source: "https://www.rfc-editor.org/rfc/rfc9111#section-5.1",
    applies: (headers) => "age" in headers,
  },
  {
    answer: "no `Date`, or one that is no HTTP date",
    why: "a proxy may strip it; the client's clock never stands in for the store's",
    source: `${rfc9110}#section-6.6.1`,
    applies: (headers) => httpDate(headers["date"]) === undefined,
  },
];

const ageless: readonly ClockQuirk[] = [
  ...undated,
  {
    answer: "no `Last-Modified`",
    why: "Google's JSON API left it out of media answers for years, and a 304 may",
    source: "https://github.com/googleapis/google-cloud-go/issues/2740",
    applies: (headers) => httpDate(headers["last-modified"]) === undefined,
  },
  {
    answer: "`Date` before `Last-Modified`",
    why: "two front ends whose clocks are apart, or a clock that was set back",
    source: `${rfc9110}#section-8.8.2.1`,
    applies: (headers) => Number(httpDate(headers["date"])) < Number(httpDate(headers["last-modified"])),
  },
];

/** The rows of this file, for documentation. */
export const clockQuirks: readonly ClockQuirk[] = ageless;

/** `undefined` where the answer says nothing of age. */
export function timesOf(headers: AnswerHeaders): StoreTimes | undefined {
  if (ageless.some((quirk) => quirk.applies(headers))) return undefined;
  const nowMs = httpDate(headers["date"]) as number;
  return { nowMs, ageMs: nowMs - (httpDate(headers["last-modified"]) as number), resolutionMs: 1000 };
}

/** The service's now as a number to count tokens from; `undefined` where the answer does not say it. */
export function tokenSeedOf(headers: AnswerHeaders): number | undefined {
  return undated.some((quirk) => quirk.applies(headers)) ? undefined : httpDate(headers["date"]);
}

/** The one form that servers send (RFC 9110, section 5.6.7); `Date.parse` alone would take almost anything. */
function httpDate(text: string | undefined): number | undefined {
  if (!text || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
