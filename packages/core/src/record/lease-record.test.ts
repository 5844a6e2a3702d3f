import { expect, test } from "vitest";
import { BadRecordError } from "../base/errors.ts";
import type { FencingToken } from "../base/token.ts";
import type { Version } from "../store/store.ts";
import { type LeaseRecord, leaseFormat } from "./lease-record.ts";

const id = "0123456789abcdef0123456789abcdef";
const wire = {
  format: 1,
  kind: "lease",
  state: "held",
  token: 1796061600000,
  holder: "host pid 7",
  recent: [id],
  ttlMs: 30_000,
  renewals: 2,
};
const version = "1" as Version;
const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const decode = (value: unknown): LeaseRecord =>
  leaseFormat.decode({ body: bytes(value), version }, "nightly");

test("a record is one line of JSON, byte for byte", () => {
  const record: LeaseRecord = {
    state: "free",
    token: 5 as FencingToken,
    holder: "a",
    recent: [id],
    ttlMs: 3_000,
    renewals: 0,
  };
  expect(new TextDecoder().decode(leaseFormat.encode(record).body)).toBe(
    `{"format":1,"kind":"lease","state":"free","token":5,"holder":"a","recent":["${id}"],"ttlMs":3000,"renewals":0}\n`,
  );
});

test("what was encoded is decoded again, with every member that format 1 has", () => {
  const full = {
    ...wire,
    note: "n",
    forced: { by: "x", why: "y", now: true },
    value: { url: "u" },
    slots: 8,
    permits: 3,
  };
  const record = decode(full);
  expect(decode(new TextDecoder().decode(leaseFormat.encode(record).body))).toEqual(record);
  expect(record.value).toEqual({ url: "u" });
});

test.each([
  ["an empty object", "", "not JSON"],
  ["half a record", JSON.stringify(wire).slice(0, 40), "not JSON"],
  ["an array", [], "not a JSON object"],
  ["null", "null", "not a JSON object"],
  ["a newer format", { ...wire, format: 2 }, "format 2, and this version knows 1"],
  ["no format", { ...wire, format: undefined }, "format missing"],
  ["another kind", { ...wire, kind: "claim" }, 'kind "claim"'],
  ["an unknown member", { ...wire, colour: "red" }, 'unknown member "colour"'],
  [
    "a lease of a session, which this version cannot judge",
    { ...wire, session: { key: "s", birth: id } },
    '"session"',
  ],
  ["no state", { ...wire, state: undefined }, '"state" must be'],
  ["an unknown state", { ...wire, state: "expired" }, '"state" must be'],
  ["a token of 0", { ...wire, token: 0 }, '"token" must be'],
  ["a token that is no integer", { ...wire, token: 1.5 }, '"token" must be'],
  ["a token beyond what numbers hold", { ...wire, token: 2 ** 53 }, '"token" must be'],
  ["a token as a text", { ...wire, token: "5" }, '"token" must be'],
  ["no holder", { ...wire, holder: undefined }, '"holder" must be'],
  ["no write ids", { ...wire, recent: [] }, '"recent" must be'],
  ["nine write ids", { ...wire, recent: Array(9).fill(id) }, '"recent" must be'],
  ["a short write id", { ...wire, recent: ["ab"] }, '"recent" must be'],
  ["no ttl", { ...wire, ttlMs: 0 }, '"ttlMs" must be'],
  ["a ttl above 7 days", { ...wire, ttlMs: 7 * 24 * 3_600_000 + 1 }, '"ttlMs" must be'],
  ["a negative count", { ...wire, renewals: -1 }, '"renewals" must be'],
  ["a note that is no text", { ...wire, note: 5 }, '"note" must be'],
  ["force without a reason", { ...wire, forced: { by: "x" } }, '"forced" must be'],
  ["force with more than is known", { ...wire, forced: { by: "x", why: "y", z: 1 } }, '"forced" must be'],
  ["more than 64 KiB", { ...wire, note: "x".repeat(65_536) }, "at most 65536"],
])("%s is refused, and said to be", (_, body, what) => {
  expect(() => decode(body)).toThrow(BadRecordError);
  expect(() => decode(body)).toThrow(what);
  expect(() => decode(body)).toThrow("Nothing was overwritten");
});

test("bytes that are no UTF-8 are refused", () => {
  expect(() => leaseFormat.decode({ body: new Uint8Array([0x7b, 0xff, 0x7d]), version }, "k")).toThrow(
    "not JSON in UTF-8",
  );
});

test("a record that would not be read again is not written", () => {
  expect(() => leaseFormat.encode({ ...decode(wire), note: "x".repeat(70_000) })).toThrow(RangeError);
});

test("what a stranger wrote is shown escaped and short", () => {
  expect(() => decode({ ...wire, state: "\u001b[2J" })).toThrow("\\u001b[2J");
  expect(() => decode({ ...wire, state: "x".repeat(500) })).toThrow("...");
});
