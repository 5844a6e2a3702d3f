/** A listing gives every key that begins with the prefix, once, as things are when it starts. */
import { expectEqual } from "../expect.ts";
import type { Rule, Scope } from "../rule.ts";
import { create, eachOf, keysUnder, remove, text } from "../steps.ts";

/** S3 and GCS give at most 1,000 keys a page. */
const keysOverOnePage = 1_100;
const writesAtATime = 16;

export const listingRules: readonly Rule[] = [
  {
    name: "a listing of nothing is empty",
    async check(scope) {
      expectEqual(await keysUnder(scope, `${scope.prefix}nothing/`), [], "the keys under an unused prefix");
    },
  },
  {
    name: "a listing gives every key once, over more than one page",
    async check(scope) {
      const keys = Array.from({ length: keysOverOnePage }, (_, index) => scope.key(`many/${index}`));
      await eachOf(keys, writesAtATime, async (key) => {
        await create(scope, key, text(key));
      });
      const listed = await keysUnder(scope, `${scope.prefix}many/`);
      expectEqual(new Set(listed).size, keysOverOnePage, "distinct keys listed");
      expectEqual(listed.length, keysOverOnePage, "keys listed");
      const created = new Set(keys);
      expectEqual(
        listed.filter((key) => !created.has(key)),
        [],
        "keys listed that nobody created",
      );
    },
  },
  {
    name: "a prefix is taken character by character: `a/` does not give `ab`, and nothing in it is a pattern",
    check: takePrefixesLiterally,
  },
  {
    name: "a listing shows a key as soon as it is created, and no longer once it is deleted",
    async check(scope) {
      const key = scope.key("seen/once");
      const version = await create(scope, key, text("here"));
      expectEqual(await keysUnder(scope, `${scope.prefix}seen/`), [key], "the keys after a create");
      await remove(scope, key, version);
      expectEqual(await keysUnder(scope, `${scope.prefix}seen/`), [], "the keys after a delete");
    },
  },
  {
    name: "a listing may be left before its end, and begun again",
    async check(scope) {
      const keys = ["left/1", "left/2", "left/3"].map((name) => scope.key(name));
      for (const key of keys) await create(scope, key, text(key));
      for await (const _ of scope.store.list(`${scope.prefix}left/`, { signal: scope.signal })) break;
      expectEqual(await keysUnder(scope, `${scope.prefix}left/`), keys, "the keys of a second listing");
    },
  },
];

async function takePrefixesLiterally(scope: Scope): Promise<void> {
  const names = ["a/b", "a/bc", "a/d/e", "ab", "A/b", "a_b", "a%b", "a*b", "axb", "a[b]", "a.b"];
  for (const name of names) await create(scope, scope.key(name), text(name));
  const expected: Readonly<Record<string, readonly string[]>> = {
    "a/": ["a/b", "a/bc", "a/d/e"],
    "a/b": ["a/b", "a/bc"],
    "a/d/": ["a/d/e"],
    A: ["A/b"],
    a_: ["a_b"],
    "a%": ["a%b"],
    "a*": ["a*b"],
    "a[b]": ["a[b]"],
    "a.": ["a.b"],
    "": [...names].sort(),
  };
  for (const [prefix, wanted] of Object.entries(expected)) {
    const listed = await keysUnder(scope, scope.prefix + prefix);
    expectEqual(
      listed.map((key) => key.slice(scope.prefix.length)),
      wanted,
      `the keys under "${prefix}"`,
    );
  }
}
