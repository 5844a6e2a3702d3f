import { expect, it } from "vitest";
import { masked, maskOf } from "./fields.ts";

const page = { kind: "k", items: [{ name: "a", size: "1", acl: { role: "x", id: 1 } }], nextPageToken: "t" };

it.each([
  ["kind", { kind: "k" }],
  ["items(name),nextPageToken", { items: [{ name: "a" }], nextPageToken: "t" }],
  ["items/size", { items: [{ size: "1" }] }],
  ["items(name,acl/role)", { items: [{ name: "a", acl: { role: "x" } }] }],
  ["items/acl(role)", { items: [{ acl: { role: "x" } }] }],
  ["*", page],
  ["absent", {}],
])("fields=%s leaves these members", (fields, expected) => {
  expect(masked(page, maskOf(fields))).toEqual(expected);
});

it.each(["", ",", "a,", "a(", "a(b", "a)", "a/", "a b", "(a)", "a()"])("fields=%j is refused", (fields) => {
  expect(() => maskOf(fields)).toThrow(/^Invalid field selection/);
});
