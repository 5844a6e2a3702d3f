import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Version } from "../store/store.ts";
import { documentFormat } from "./document-record.ts";
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

test("the fenced document that is shown is read, and written again byte for byte", () => {
  const shown = /```json\n(\{"_fencepost":.*?\})\n```/s.exec(document)?.[1] as string;
  const version = "1" as Version;
  const record = documentFormat.decode({ body: new TextEncoder().encode(shown), version }, "routes.json");
  expect(record.fence).toEqual({ lease: "routes", token: 1796061600000, form: "body" });
  expect(new TextDecoder().decode(record.content)).toBe('{"hosts":["a.example"]}');
  expect(new TextDecoder().decode(documentFormat.encode(record).body)).toBe(shown);
});

test.each([
  "fencepost-recent",
  "fencepost-fence",
  "lease",
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
