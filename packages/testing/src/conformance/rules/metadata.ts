/**
 * Metadata keeps the write ids of documents whose bytes are the user's own (protocol, sections 6 and 7).
 *
 * Promised is what HTTP headers can carry on every store: names of lower-case letters, digits and hyphens (some stores
 * fold the case of names), values of printable ASCII without a space at either end, 2 KiB in all.
 */
import { expectEqual } from "../expect.ts";
import type { Rule, Scope } from "../rule.ts";
import { create, read, replace, text } from "../steps.ts";

type Metadata = Readonly<Record<string, string>>;

const ids: string = Array.from({ length: 8 }, (_, index) =>
  `${index}`.padStart(32, "0123456789abcdef"),
).join();

const awkward: Metadata = {
  "write-id": "0123456789abcdef0123456789abcdef",
  recent: ids,
  case: "Mixed CASE stays",
  "spaces-inside": "two  spaces, one tab's worth of   more",
  "signs-2": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
  encoded: "%41+%20=?utf-8?q?=41?=",
};

export const metadataRules: readonly Rule[] = [
  {
    name: "metadata of lower-case names and printable ASCII values comes back as it was written",
    async check(scope) {
      const key = scope.key("annotated");
      const version = await create(scope, key, text("first"), awkward);
      await expectMetadata(scope, key, awkward, "the metadata of a create");
      await replace(scope, key, text("second"), version, { recent: "another" });
      await expectMetadata(scope, key, { recent: "another" }, "the metadata of a replace");
    },
  },
  {
    name: "a replace without metadata leaves none of the old",
    async check(scope) {
      const key = scope.key("bare");
      const version = await create(scope, key, text("first"), awkward);
      await replace(scope, key, text("second"), version);
      await expectMetadata(scope, key, {}, "the metadata of a replace without any");
    },
  },
  {
    name: "metadata is replaced although the bytes stay the same",
    async check(scope) {
      const key = scope.key("same-bytes");
      const version = await create(scope, key, text("same"), { recent: "one" });
      await replace(scope, key, text("same"), version, { recent: "two" });
      await expectMetadata(scope, key, { recent: "two" }, "the metadata after a replace by the same bytes");
    },
  },
  {
    name: "a content type comes back as it was written, and one that is written in its place",
    async check(scope) {
      const key = scope.key("typed");
      const version = await create(scope, key, text("{}"), {}, "application/json");
      expectEqual((await read(scope, key)).contentType, "application/json", "the type of a create");
      const other = "text/csv; charset=utf-8";
      await replace(scope, key, text("a,b"), version, {}, other);
      expectEqual((await read(scope, key)).contentType, other, "the type of a replace");
    },
  },
];

async function expectMetadata(scope: Scope, key: string, expected: Metadata, what: string): Promise<void> {
  const { metadata } = await read(scope, key);
  for (const name of Object.keys(awkward)) expectEqual(metadata[name], expected[name], `${what}: ${name}`);
}
