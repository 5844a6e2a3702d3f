/** Clean-up may delete; the protocol itself never does, since many stores ignore the condition of a delete. */
import { expectBytes, expectEqual, expectKind } from "../expect.ts";
import { NotApplicable, type Rule, type Scope } from "../rule.ts";
import { create, expectAbsent, put, read, remove, replace, text, tryRemove } from "../steps.ts";

export const deleteRules: readonly Rule[] = [
  {
    name: "a deleted object is absent, may be created again, and its version is given back",
    async check(scope) {
      const key = scope.key("deleted");
      const version = await create(scope, key, text("first"));
      expectEqual(await remove(scope, key, version), version, "the version that a delete answers");
      await expectAbsent(scope, key, "a read after a delete");
      expectKind(await put(scope, key, text("second"), "absent"), "written", "a create after a delete");
    },
  },
  {
    name: "a delete of a stale version is refused, where the store says that it honours it",
    async check(scope) {
      needConditionalDelete(scope);
      const key = scope.key("stale");
      const first = await create(scope, key, text("first"));
      const second = await replace(scope, key, text("second"), first);
      const late = await tryRemove(scope, key, first);
      expectKind(late, "refused", "a delete of a stale version");
      const found = await read(scope, key);
      expectBytes(found.body, text("second"), "the object after a refused delete");
      expectEqual(found.version, second, "its version");
    },
  },
  {
    name: "a delete of nothing is refused, where the store says that it honours the version",
    async check(scope) {
      needConditionalDelete(scope);
      const key = scope.key("gone");
      const version = await create(scope, key, text("first"));
      await remove(scope, key, version);
      const again = await tryRemove(scope, key, version);
      expectKind(again, "refused", "a delete of what is deleted already");
    },
  },
];

export function needConditionalDelete({ store }: Scope): void {
  if (!store.capabilities.conditionalDelete) {
    throw new NotApplicable("the store does not say that a delete honours its version");
  }
}
