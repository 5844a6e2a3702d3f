/** A version stands for one state of one object (protocol, sections 1 and 2). */
import type { Version } from "@fencepost/core";
import { expect, expectEqual, expectKind } from "../expect.ts";
import { NotApplicable, type Rule, type Scope } from "../rule.ts";
import { create, put, read, remove, replace, text } from "../steps.ts";

export const versionRules: readonly Rule[] = [
  {
    name: "the version that a write answers is the one that a read then gives",
    async check(scope) {
      const key = scope.key("answered");
      const created = await create(scope, key, text("first"));
      expect(typeof created === "string" && created !== "", "a version", "a text that is not empty", created);
      expectEqual((await read(scope, key)).version, created, "the version read after a create");
      const replaced = await replace(scope, key, text("second"), created);
      expectEqual((await read(scope, key)).version, replaced, "the version read after a replace");
    },
  },
  {
    name: "different bytes have different versions",
    async check(scope) {
      const key = scope.key("different");
      const bodies = ["first", "firsu", "first ", "", "f", "\0first", "first\n"];
      const versions: Version[] = [];
      for (const body of bodies) {
        const last = versions.at(-1);
        versions.push(
          last ? await replace(scope, key, text(body), last) : await create(scope, key, text(body)),
        );
      }
      expectEqual(new Set(versions).size, bodies.length, `distinct versions of ${bodies.length} bodies`);
    },
  },
  {
    name: "equal bytes get a new version with every write, where versions are said to be unique",
    async check(scope) {
      needUniqueVersions(scope);
      const key = scope.key("recurring");
      const first = await create(scope, key, text("A"));
      const second = await replace(scope, key, text("B"), first);
      const third = await replace(scope, key, text("A"), second);
      const fourth = await replace(scope, key, text("A"), third);
      expectEqual(new Set([first, second, third, fourth]).size, 4, "distinct versions of A, B, A, A");
      const late = await put(scope, key, text("late"), { matches: first });
      expectKind(late, "refused", "a replace of the first A after A, B, A, A");
    },
  },
  {
    name: "a version does not come back when its object is deleted and made anew, where versions are said to be unique",
    async check(scope) {
      needUniqueVersions(scope);
      const key = scope.key("reborn");
      const first = await create(scope, key, text("A"));
      await remove(scope, key, first);
      const second = await create(scope, key, text("A"));
      expect(second !== first, "the version after delete and create", "another than before", second);
      const late = await put(scope, key, text("late"), { matches: first });
      expectKind(late, "refused", "a replace of the version from before the delete");
    },
  },
];

function needUniqueVersions({ store }: Scope): void {
  if (store.capabilities.uniqueVersions) return;
  throw new NotApplicable(
    "the store says that equal bytes may be one version, so a change away and back (A-B-A) may go unseen: allowed, " +
      "since everything that relies on a version writes bytes that never recur",
  );
}
