import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Version } from "../store/store.ts";
import { leaseFormat } from "./lease-record.ts";

const document = readFileSync(new URL("../../../../docs/wire-format.md", import.meta.url), "utf8");

test("the record that the document shows is read, and written again byte for byte", () => {
  const shown = /```json\n(.*?)```/s.exec(document)?.[1] as string;
  const record = leaseFormat.decode(
    { body: new TextEncoder().encode(shown), version: "1" as Version },
    "nightly",
  );
  expect(new TextDecoder().decode(leaseFormat.encode(record).body)).toBe(shown);
});

test.each([
  "state",
  "token",
  "holder",
  "recent",
  "ttlMs",
  "renewals",
  "note",
  "forced",
  "value",
  "slots",
  "permits",
])("the document says what the member %s is", (member) => {
  expect(document).toContain(`\`${member}\``);
});
