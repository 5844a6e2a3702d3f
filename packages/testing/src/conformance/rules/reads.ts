/** A read gives the newest state, as one piece, or says that there is nothing new. */
import type { Version } from "@fencepost/core";
import { expect, expectBytes, expectEqual, expectKind } from "../expect.ts";
import type { Rule, Scope } from "../rule.ts";
import { create, read, replace, text } from "../steps.ts";

/** States of one object, read while they follow each other. */
const statesWritten = 40;
const readers = 4;

export const readRules: readonly Rule[] = [
  {
    name: "a read of nothing answers absent, whatever version the reader knows",
    async check(scope) {
      const unlessVersion = await create(scope, scope.key("other"), text("other"));
      const { signal, store } = scope;
      expectKind(await store.get(scope.key("nothing"), { signal }), "absent", "a read of nothing");
      const conditional = await store.get(scope.key("nothing"), { signal, unlessVersion });
      expectKind(conditional, "absent", "a read of nothing, unless a version");
    },
  },
  {
    name: "a read unless the current version answers unchanged",
    async check(scope) {
      const { signal, store } = scope;
      const key = scope.key("unchanged");
      const first = await create(scope, key, text("first"));
      expectKind(
        await store.get(key, { signal, unlessVersion: first }),
        "unchanged",
        "a read after a create",
      );
      const second = await replace(scope, key, text("second"), first);
      expectKind(
        await store.get(key, { signal, unlessVersion: second }),
        "unchanged",
        "a read after a replace",
      );
    },
  },
  {
    name: "a read unless an older version answers with the newest state",
    async check(scope) {
      const key = scope.key("changed");
      const first = await create(scope, key, text("first"));
      const second = await replace(scope, key, text("second"), first);
      const answer = await scope.store.get(key, { signal: scope.signal, unlessVersion: first });
      const found = expectKind(answer, "found", "a read unless an older version");
      expectBytes(found.body, text("second"), "its body");
      expectEqual(found.version, second, "its version");
    },
  },
  {
    name: "another view of the store reads a write as soon as it is acknowledged",
    async check(scope) {
      const key = scope.key("shared");
      const other = await scope.open();
      const version = await create(scope, key, text("first"));
      expectBytes((await read(scope, key, other)).body, text("first"), "a create, read through another view");
      await replace(scope, key, text("second"), version);
      expectBytes(
        (await read(scope, key, other)).body,
        text("second"),
        "a replace, read through another view",
      );
    },
  },
  {
    name: "a read during writes gives body and metadata of one state, and its version or an older one",
    writesOfOneKey: statesWritten,
    check: readWhileWritten,
  },
];

/**
 * A version that is newer than the body would lose an update: what is made from the body replaces what nobody read. An
 * older one is refused, and costs a round (versitygw 1.8.0 tells one now and then).
 */
async function readWhileWritten(scope: Scope): Promise<void> {
  const key = scope.key("moving");
  const stateOf = new Map<Version, number>();
  let version = await create(scope, key, text("state 0"), { state: "state 0" });
  stateOf.set(version, 0);
  let writing = true;
  const seen: Awaited<ReturnType<typeof read>>[] = [];
  const reading = Array.from({ length: readers }, async () => {
    while (writing) {
      seen.push(await read(scope, key));
      // On a store that answers at once, reads alone would never let a write go on.
      await scope.clock.sleep(0, scope.signal);
    }
  });
  try {
    for (let state = 1; state <= statesWritten; state += 1) {
      const body = `state ${state}`;
      version = await replace(scope, key, text(body), version, { state: body });
      stateOf.set(version, state);
    }
  } finally {
    writing = false;
  }
  await Promise.all(reading);
  expect(seen.length > 0, "reads during writes", "at least one", seen.length);
  for (const found of seen) {
    const body = new TextDecoder().decode(found.body);
    const told = stateOf.get(found.version);
    expect(
      told !== undefined && told <= Number(body.slice("state ".length)),
      "the version that was read with a body",
      "that body's, or an older one",
      { body, versionOf: `state ${told}` },
    );
    expectEqual(found.metadata["state"], body, "the metadata that was read with that body");
  }
}
