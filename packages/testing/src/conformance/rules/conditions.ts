/** A write happens exactly if its condition holds (protocol, section 2). */
import { expectBytes, expectEqual, expectKind } from "../expect.ts";
import type { Rule } from "../rule.ts";
import { create, expectAbsent, put, read, remove, replace, text } from "../steps.ts";

export const conditionRules: readonly Rule[] = [
  {
    name: "a create is accepted where nothing stands, and read back",
    async check(scope) {
      const key = scope.key("created");
      await create(scope, key, text("first"));
      expectBytes((await read(scope, key)).body, text("first"), "the object after a create");
    },
  },
  {
    name: "a create is refused where something stands, and changes nothing",
    async check(scope) {
      const key = scope.key("taken");
      const version = await create(scope, key, text("first"), { writer: "one" });
      for (const body of [text("second"), text("first"), text("")]) {
        const again = await put(scope, key, body, "absent", { writer: "two" });
        expectKind(again, "refused", "a create where something stands");
      }
      const { body, ...found } = await read(scope, key);
      expectBytes(body, text("first"), "the object after a refused create");
      expectEqual(found.version, version, "its version");
      expectEqual(found.metadata["writer"], "one", "its metadata");
    },
  },
  {
    name: "a replace of the current version is accepted, and read back",
    async check(scope) {
      const key = scope.key("replaced");
      const first = await create(scope, key, text("first"));
      const second = await replace(scope, key, text("second"), first);
      await replace(scope, key, text("third"), second);
      expectBytes((await read(scope, key)).body, text("third"), "the object after two replaces");
    },
  },
  {
    name: "a replace of a stale version is refused, and changes nothing",
    async check(scope) {
      const key = scope.key("stale");
      const first = await create(scope, key, text("first"));
      const second = await replace(scope, key, text("second"), first);
      expectKind(
        await put(scope, key, text("late"), { matches: first }),
        "refused",
        "a replace of a stale version",
      );
      const found = await read(scope, key);
      expectBytes(found.body, text("second"), "the object after a refused replace");
      expectEqual(found.version, second, "its version");
    },
  },
  {
    name: "a replace with the version of another object is refused, and changes nothing",
    async check(scope) {
      const foreign = await create(scope, scope.key("other"), text("other"));
      const key = scope.key("own");
      await create(scope, key, text("own"));
      expectKind(
        await put(scope, key, text("late"), { matches: foreign }),
        "refused",
        "a replace of a foreign version",
      );
      expectBytes((await read(scope, key)).body, text("own"), "the object after a refused replace");
    },
  },
  {
    // MinIO wrote the object until its release of 2025-09-07 (minio/minio issue 21526).
    name: "a replace of nothing is refused, and creates nothing",
    async check(scope) {
      const foreign = await create(scope, scope.key("other"), text("other"));
      const key = scope.key("nothing");
      expectKind(
        await put(scope, key, text("late"), { matches: foreign }),
        "refused",
        "a replace of nothing",
      );
      await expectAbsent(scope, key, "a read after a refused replace of nothing");
    },
  },
  {
    name: "a replace of a deleted object is refused, and does not bring it back",
    async check(scope) {
      const key = scope.key("deleted");
      const version = await create(scope, key, text("first"));
      await remove(scope, key, version);
      expectKind(
        await put(scope, key, text("late"), { matches: version }),
        "refused",
        "a replace after a delete",
      );
      await expectAbsent(scope, key, "a read after a refused replace");
    },
  },
];
