/** A key is any name that core lets a user choose; two keys are one only if they are equal character by character. */
import { isCoordinationError } from "@fencepost/core";
import { ConformanceError, expectBytes, expectEqual } from "../expect.ts";
import { NotApplicable, type Rule, type Scope } from "../rule.ts";
import { create, eachOf, keysUnder, read, text } from "../steps.ts";

/** Each key that a path, a URL, a header, a pattern or a shell could misread, beside the key that it would be read as. */
const legal: readonly string[] = [
  ...["a b", "a+b", "a%20b", "a%2Bb", "a%b", "a%", "%41", "A", " a", "a ", "a\u00a0b"],
  ...["q?x=1&y=2", "q", "fragment#1", "fragment", "semi;colon", "colon:1", "at@sign", "comma,and,comma"],
  ...[
    '"double"',
    "'single'",
    "`tick`",
    "back\\slash",
    "back/slash",
    "pipe|",
    "<angle>",
    "{brace}",
    "[bracket]",
  ],
  ...["(round)", "star*", "dollar$", "caret^", "tilde~", "bang!", "equals=", "under_score", "hyphen-"],
  ...["..dots", "dots..", ".hidden", "x..y", "ünïcödé", "日本語", "עברית", "\u{1f98a}", "\ufb01", "fi"],
];

/** The limit of a whole name. A store that keeps files takes at most 255 bytes between two slashes. */
const longestBytes = 900;
const longestPartBytes = 200;

export const keyRules: readonly Rule[] = [
  {
    name: "a key may hold every legal character, and is taken for no other key",
    async check(scope) {
      await keepApart(scope, "legal/", legal);
    },
  },
  {
    name: "keys that differ only in case are two",
    async check(scope) {
      await keepApart(scope, "case/", ["key", "Key", "KEY"]);
    },
  },
  {
    // Cloudflare R2 turns keys into Unicode's form NFC.
    name: "keys that look alike but are different Unicode are two",
    async check(scope) {
      await keepApart(scope, "unicode/", ["caf\u00e9", "cafe\u0301"]);
    },
  },
  {
    name: "a key may be 900 bytes long",
    async check(scope) {
      const used = new TextEncoder().encode(`${scope.prefix}long/`).byteLength;
      const length = longestBytes - used;
      const parts = "x"
        .repeat(length)
        .replaceAll("x".repeat(longestPartBytes), `${"x".repeat(longestPartBytes - 1)}/`);
      await keepApart(scope, "long/", [`${parts.slice(0, -1)}y`, `${parts.slice(0, -1)}z`]);
    },
  },
  {
    name: "the records of `a` and of `a/b` stand side by side",
    async check(scope) {
      await keepApart(scope, "leases/", ["a.json", "a/b.json"]);
    },
  },
  {
    // Written and read, not listed: MinIO (February 2026) leaves `a/b` out of a listing where `a` is an object.
    name: "objects `a` and `a/b` stand side by side, where the store does not say that it keeps files",
    async check(scope) {
      await create(scope, scope.key("a"), text("a"));
      try {
        await create(scope, scope.key("a/b"), text("a/b"));
      } catch (error) {
        if (!isCoordinationError(error, "misconfigured")) throw error;
        throw new NotApplicable(`the store keeps keys as files: ${error.message}`);
      }
      expectBytes((await read(scope, scope.key("a"))).body, text("a"), "the object a");
      expectBytes((await read(scope, scope.key("a/b"))).body, text("a/b"), "the object a/b");
    },
  },
];

/** Writes every key with its own name as body, and expects to read and list exactly that; names all that fail. */
async function keepApart(scope: Scope, folder: string, names: readonly string[]): Promise<void> {
  const failed: string[] = [];
  const note = (name: string, error: unknown): void => {
    if (scope.signal.aborted) throw error;
    failed.push(`${JSON.stringify(name)}: ${error instanceof Error ? error.message : String(error)}`);
  };
  const keys = names.map((name) => scope.key(folder + name));
  await eachOf(keys, 8, (key) =>
    create(scope, key, text(key)).then(
      () => {},
      (error: unknown) => note(key, error),
    ),
  );
  await eachOf(keys, 8, async (key) => {
    try {
      expectBytes((await read(scope, key)).body, text(key), `the object ${key}`);
    } catch (error) {
      note(key, error);
    }
  });
  if (failed.length > 0) {
    throw new ConformanceError(
      "keys that were not kept",
      "none",
      `${failed.length}:\n  ${failed.join("\n  ")}`,
    );
  }
  expectEqual(await keysUnder(scope, scope.prefix + folder), [...keys].sort(), "the keys as listed");
}
