import { afterEach, describe, expect, it } from "vitest";
import { plant } from "./planted.mjs";
import { wrongSnippets } from "./snippets.mjs";

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

/** @param {string} language @param {string} code @param {string} [document] */
function wrongIn(language, code, document = "README.md") {
  planted = plant({ [document]: `# Title\n\nWords.\n\n\`\`\`${language}\n${code}\n\`\`\`\n\nMore words.\n` });
  return wrongSnippets(planted.folder);
}

describe("snippets in documents", () => {
  it("accepts code that uses the packages as they are", () => {
    expect(
      wrongIn(
        "ts",
        'import { memoryStore } from "@fencepost/core";\nconst { name } = memoryStore();\nconsole.log(name);',
      ),
    ).toEqual([]);
  });

  it.each(["README.md", "CONTRIBUTING.md", "docs/deep/down.md", "packages/core/README.md"])(
    "refuses a wrong type in %s and says its line there",
    (document) => {
      expect(wrongIn("ts", 'const one = 1;\nconst two: number = "2";', document)).toEqual([
        expect.stringMatching(new RegExp(`^${document}:7: .*not assignable`)),
      ]);
    },
  );

  it("refuses a name that a package does not export", () => {
    expect(wrongIn("ts", 'import { noSuchName } from "@fencepost/core";')).toEqual([
      expect.stringContaining("README.md:6"),
    ]);
  });

  it("refuses code that does not parse", () => {
    expect(wrongIn("ts", "const = 1;")).not.toEqual([]);
  });

  it("takes each block for a module of its own", () => {
    planted = plant({ "README.md": "```ts\nconst x = 1;\n```\n\n```ts\nconst x = 2;\n```\n" });
    expect(wrongSnippets(planted.folder)).toEqual([]);
  });

  it("accepts commands that exist", () => {
    expect(
      wrongIn("sh", "npm run demo\nnpm test\nnpm install x\nnpm run test:unit -- packages/core"),
    ).toEqual([]);
  });

  it.each(["npm run nonsense", "npm start", "npm run --silent nonsense"])("refuses `%s`", (command) => {
    expect(wrongIn("sh", `npm test\n${command}`)).toEqual([
      expect.stringMatching(/^README\.md:7: there is no script/),
    ]);
  });

  it("accepts links to files that are there, and to other sites", () => {
    planted = plant({
      "docs/a.md":
        "[b](b.md) [c](../packages/c/README.md#part) [site](https://example.com/x) [here](#part)\n",
      "docs/b.md": "",
      "packages/c/README.md": "[a](../../docs/a.md)\n",
    });
    expect(wrongSnippets(planted.folder)).toEqual([]);
  });

  it("refuses a relative link that leads nowhere", () => {
    planted = plant({ "docs/a.md": "See\n[b](b.md) and [gone](gone.md#part).\n", "docs/b.md": "" });
    expect(wrongSnippets(planted.folder)).toEqual([
      "docs/a.md:2: the link to gone.md leads nowhere (snippets)",
    ]);
  });

  it("refuses a test that does not exist, and knows one by the end of its path", () => {
    planted = plant({
      "docs/a.md": "`lease/judge.test.ts`\n`judge.test.ts` and `lease/gone.test.ts`\n",
      "packages/core/src/lease/judge.test.ts": "",
    });
    expect(wrongSnippets(planted.folder)).toEqual([
      "docs/a.md:2: there is no test lease/gone.test.ts (snippets)",
    ]);
  });

  it("leaves blocks in other languages alone", () => {
    expect(wrongIn("text", 'const two: number = "2"; npm run nonsense')).toEqual([]);
  });
});
