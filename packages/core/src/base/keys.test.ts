import { expect, test } from "vitest";
import { leaseName, printable } from "./keys.ts";

test("a lease's record lies in the folder of leases, under the key's own name", () => {
  expect(leaseName("nightly")).toBe("_fencepost/leases/nightly.json");
  expect(leaseName("a/b c/ü")).toBe("_fencepost/leases/a/b c/ü.json");
});

test.each([
  ["", "is empty"],
  ["/a", "slash"],
  ["a/", "slash"],
  ["a//b", "empty part"],
  ["..", '".."'],
  ["a/../b", '".."'],
  ["./a", '"."'],
  ["_fencepost/leases/a", "our own records"],
  ["a\u0000b", "control"],
  ["a\nb", "control"],
  ["\u001b[2J", "control"],
  ["a\u202eb", "invisible"],
  ["a\ud800", "surrogate"],
  ["x".repeat(878), "the limit of the whole name is 900"],
])("the key %j is refused: %s", (key, why) => {
  expect(() => leaseName(key)).toThrow(TypeError);
  expect(() => leaseName(key)).toThrow(why);
});

test("a key that is refused is named in a form that cannot move a terminal's cursor", () => {
  expect(() => leaseName("a\u001b[2J")).toThrow('key "a\\\\u001b[2J"');
});

test("a name of exactly 900 bytes is taken, counted in bytes and not in characters", () => {
  expect(leaseName("x".repeat(877))).toHaveLength(900);
  expect(() => leaseName("ü".repeat(439))).toThrow("901 bytes");
});

test("printable keeps whole emoji and escapes half of one", () => {
  expect(printable("job 🚀")).toBe("job 🚀");
  expect(printable("\ud83d!")).toBe("\\ud83d!");
});
