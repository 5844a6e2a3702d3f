/** A body is bytes, stored as they were when the write was called. */
import { expectBytes, expectEqual } from "../expect.ts";
import type { Rule, Scope } from "../rule.ts";
import { create, patterned, read, replace, text } from "../steps.ts";

export const bodyRules: readonly Rule[] = [
  {
    name: "an empty body is an object, not an absence",
    async check(scope) {
      await roundTrip(scope, new Uint8Array(0));
    },
  },
  {
    name: "a body may hold every byte, text or not",
    async check(scope) {
      await roundTrip(
        scope,
        Uint8Array.from({ length: 512 }, (_, index) => index & 0xff),
      );
      await roundTrip(scope, Uint8Array.of(0xef, 0xbb, 0xbf, 0x0d, 0x0a, 0x00, 0xff, 0xfe, 0xc3, 0x28, 0x0a));
    },
  },
  {
    name: "a body of 64 KiB comes back whole",
    async check(scope) {
      await roundTrip(scope, patterned(64 * 1024));
    },
  },
  {
    name: "a body of 8 MiB comes back whole",
    async check(scope) {
      await roundTrip(scope, patterned(8 * 1024 * 1024));
    },
  },
  {
    name: "a shorter body leaves nothing of the longer one that it replaces",
    async check(scope) {
      const key = scope.key("shorter");
      const version = await create(scope, key, patterned(4096));
      await replace(scope, key, text("short"), version);
      expectBytes((await read(scope, key)).body, text("short"), "the shorter body");
    },
  },
  {
    name: "a body that is a window on a larger buffer is written as the window only",
    async check(scope) {
      await roundTrip(scope, patterned(1024).subarray(100, 200));
    },
  },
  {
    name: "what the writer does to its body or metadata after the write changes nothing that is stored",
    async check(scope) {
      const key = scope.key("handed-in");
      const body = text("as written");
      const metadata = { recent: "as written" };
      await create(scope, key, body, metadata);
      body.fill(0);
      metadata.recent = "changed";
      const found = await read(scope, key);
      expectBytes(found.body, text("as written"), "the body after the writer changed its own");
      expectEqual(found.metadata["recent"], "as written", "the metadata after the writer changed its own");
    },
  },
  {
    name: "what a reader does to the body or metadata it was given changes nothing that is stored",
    async check(scope) {
      const key = scope.key("handed-out");
      await create(scope, key, text("as written"), { recent: "as written" });
      const first = await read(scope, key);
      first.body.fill(0);
      // A frozen record would do as well: then the change throws and nothing is stored either.
      Reflect.set(first.metadata, "recent", "changed");
      const second = await read(scope, key);
      expectBytes(second.body, text("as written"), "the body after a reader changed its own");
      expectEqual(second.metadata["recent"], "as written", "the metadata after a reader changed its own");
    },
  },
];

async function roundTrip(scope: Scope, body: Uint8Array): Promise<void> {
  const key = scope.key(`body of ${body.byteLength}`);
  await create(scope, key, body);
  expectBytes((await read(scope, key)).body, body, `a body of ${body.byteLength} bytes`);
}
