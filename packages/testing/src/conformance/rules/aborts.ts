/** Every call ends when its signal aborts, and says the truth about what it did. */
import { expect, expectBytes, expectEqual, expectKind, expectThrown } from "../expect.ts";
import type { Rule, Scope } from "../rule.ts";
import { create, expectAbsent, patterned, put, read, text } from "../steps.ts";

/** When the abort comes: in the same turn as the call, then later and later, in milliseconds. */
const momentsMs: readonly (number | undefined)[] = [undefined, 0, 1, 3, 10, 30];
const bodyBytes = 1024 * 1024;

export const abortRules: readonly Rule[] = [
  {
    name: "a call whose signal is aborted already throws the signal's own reason",
    async check(scope) {
      const key = scope.key("untouched");
      const version = await create(scope, key, text("first"));
      const { signal, reason } = abortedSignal();
      const { store } = scope;
      await expectThrown(() => store.get(key, { signal }), reason, "an aborted get");
      await expectThrown(
        () => store.get(scope.key("nothing"), { signal }),
        reason,
        "an aborted get of nothing",
      );
      await expectThrown(
        () => store.put(key, text("late"), { matches: version }, { signal }),
        reason,
        "an aborted put",
      );
      await expectThrown(() => store.delete(key, version, { signal }), reason, "an aborted delete");
      await expectThrown(() => exhaust(store.list(scope.prefix, { signal })), reason, "an aborted list");
      const none = `${scope.prefix}nothing/`;
      await expectThrown(() => exhaust(store.list(none, { signal })), reason, "an aborted list of nothing");
    },
  },
  {
    name: "a write whose signal is aborted already writes nothing",
    async check(scope) {
      const key = scope.key("kept");
      const version = await create(scope, key, text("first"));
      const { signal } = abortedSignal();
      const { store } = scope;
      const ignored = (): void => {};
      await store.put(scope.key("new"), text("late"), "absent", { signal }).then(ignored, ignored);
      await store.put(key, text("late"), { matches: version }, { signal }).then(ignored, ignored);
      await store.delete(key, version, { signal }).then(ignored, ignored);
      expectBytes(
        (await read(scope, key)).body,
        text("first"),
        "the object after an aborted replace and delete",
      );
      await expectAbsent(scope, scope.key("new"), "a read after an aborted create");
    },
  },
  {
    name: "a get that is aborted on its way throws the signal's own reason, or had its answer already",
    async check(scope) {
      const key = scope.key("large");
      const body = patterned(bodyBytes);
      await create(scope, key, body);
      for (const moment of momentsMs) {
        const { signal, reason } = abortAfter(scope, moment);
        const answer = await scope.store.get(key, { signal }).catch((error: unknown) => {
          expect(error === reason, "what an aborted get throws", "the signal's own reason", error);
        });
        if (answer)
          expectBytes(expectKind(answer, "found", "a get").body, body, "the body that an aborted get gave");
      }
    },
  },
  {
    name: "a put that is aborted on its way is unknown or has its true answer, and throws only if nothing was written",
    async check(scope) {
      const body = patterned(bodyBytes);
      for (const moment of momentsMs) await putAndAbort(scope, body, moment);
    },
  },
  {
    name: "a listing that is aborted on its way throws the signal's own reason, or gives every key",
    async check(scope) {
      const keys = ["listed/1", "listed/2", "listed/3"].map((name) => scope.key(name));
      for (const key of keys) await create(scope, key, text(key));
      const { controller, reason } = newAbort();
      const listed: string[] = [];
      try {
        for await (const key of scope.store.list(`${scope.prefix}listed/`, { signal: controller.signal })) {
          listed.push(key);
          controller.abort(reason);
        }
      } catch (error) {
        expect(error === reason, "what an aborted listing throws", "the signal's own reason", error);
        return;
      }
      expectEqual(listed.sort(), keys, "the keys of an aborted listing that did not throw");
    },
  },
];

async function putAndAbort(scope: Scope, body: Uint8Array, moment: number | undefined): Promise<void> {
  const key = scope.key(`aborted after ${moment ?? "nothing"}`);
  const { signal, reason } = abortAfter(scope, moment);
  const result = await scope.store.put(key, body, "absent", { signal }).catch((error: unknown) => {
    expect(error === reason, "what an aborted put throws", "the signal's own reason", error);
  });
  const after = await scope.store.get(key, { signal: scope.signal });
  if (result?.kind === "written") {
    const found = expectKind(after, "found", "a read after a put that was written although aborted");
    expectBytes(found.body, body, "its body");
    expectEqual(found.version, result.version, "its version");
  } else if (result === undefined) {
    expectKind(after, "absent", "a read after a put that threw the signal's reason");
  } else {
    expect(
      result.kind !== "refused",
      "an aborted put whose condition holds",
      "written, unknown or undecided",
      result,
    );
  }
  // Nothing of the aborted call, such as a transaction or a connection, may stand in the way of the next.
  const next = await put(scope, scope.key(`next after ${moment ?? "nothing"}`), text("next"), "absent");
  expectKind(next, "written", "the next put after an aborted one");
}

function newAbort(): { readonly controller: AbortController; readonly reason: Error } {
  return { controller: new AbortController(), reason: new Error("the suite aborts this call") };
}

function abortedSignal(): { readonly signal: AbortSignal; readonly reason: Error } {
  const { controller, reason } = newAbort();
  controller.abort(reason);
  return { signal: controller.signal, reason };
}

/** A signal that aborts after the call that it is handed to has begun. */
function abortAfter(
  scope: Scope,
  moment: number | undefined,
): { readonly signal: AbortSignal; readonly reason: Error } {
  const { controller, reason } = newAbort();
  const abort = (): void => controller.abort(reason);
  if (moment === undefined) queueMicrotask(abort);
  else scope.clock.sleep(moment, scope.signal).then(abort, abort);
  return { signal: controller.signal, reason };
}

async function exhaust(keys: AsyncIterable<string>): Promise<void> {
  for await (const _ of keys);
}
