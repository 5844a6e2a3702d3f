// What the documents show must be true: each ```ts block is type-checked as a module of its own, each `npm run X` of a
// ```sh block names a script, each relative link leads to a file, and each `x.test.ts` in `docs` is a test. `node scripts/snippets.mjs [FOLDER]` prints what is
// not. A document is any Markdown file, so that no list of them has to be kept.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { filesBelow } from "./files.mjs";
import { root } from "./root.mjs";

/** @typedef {{ document: string, language: string, line: number, code: string }} Snippet */

// Snippets import what a user would have installed; the examples' folder has all of that.
const home = join(root, "examples");

/**
 * The fenced code blocks of a document.
 *
 * @param {string} document its path
 * @param {string} text
 * @returns {Snippet[]} `line` counts from 0 and is the first of the code
 */
export function snippetsOf(document, text) {
  const fence = /^```(\w+)[^\n]*\n(.*?)^```$/gms;
  return [...text.matchAll(fence)].map((match) => ({
    document,
    language: match[1] ?? "",
    line: text.slice(0, match.index).split("\n").length,
    code: match[2] ?? "",
  }));
}

/**
 * What is wrong with the documents in a folder.
 *
 * @param {string} base
 */
export function wrongSnippets(base) {
  const files = filesBelow("", base);
  const documents = files
    .filter((path) => path.endsWith(".md"))
    .map((path) => ({ path, text: readFileSync(join(base, path), "utf8") }));
  const snippets = documents.flatMap(({ path, text }) => snippetsOf(path, text));
  const links = documents.flatMap(({ path, text }) => wrongLinks(base, path, text));
  const tests = documents
    .filter(({ path }) => path.startsWith("docs/"))
    .flatMap(({ path, text }) => missingTests(files, path, text));
  return [...wrongTypes(snippets), ...wrongScripts(snippets), ...links, ...tests];
}

/**
 * Checks all snippets in one program. They are files only in memory, as long as their document down to the snippet's
 * end, so that the compiler's line is the document's.
 *
 * @param {Snippet[]} snippets
 */
function wrongTypes(snippets) {
  /** @type {Map<string, Snippet>} */
  const modules = new Map();
  for (const snippet of snippets) {
    if (snippet.language !== "ts") continue;
    modules.set(join(home, `${snippet.document.replaceAll("/", "-")}-${snippet.line}.ts`), snippet);
  }
  const config = ts.readConfigFile(join(root, "tsconfig.test.json"), ts.sys.readFile).config;
  const options = {
    ...ts.parseJsonConfigFileContent(config, ts.sys, root).options,
    noUnusedLocals: false,
    noUnusedParameters: false,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const textOf = (/** @type {Snippet} */ { line, code }) => `${"\n".repeat(line)}${code}\nexport {};\n`;
  host.fileExists = (path) => modules.has(path) || fileExists(path);
  host.readFile = (path) => {
    const snippet = modules.get(path);
    return snippet ? textOf(snippet) : readFile(path);
  };
  host.getSourceFile = (path, language, ...rest) => {
    const snippet = modules.get(path);
    return snippet
      ? ts.createSourceFile(path, textOf(snippet), language)
      : getSourceFile(path, language, ...rest);
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  return [...modules].flatMap(([path, snippet]) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(path)),
      ...program.getSemanticDiagnostics(program.getSourceFile(path)),
    ].map(({ file, start = 0, messageText }) => {
      const line = (file ? file.getLineAndCharacterOfPosition(start).line : snippet.line) + 1;
      return `${snippet.document}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n  ")} (snippets)`;
    }),
  );
}

/** @param {Snippet[]} snippets */
function wrongScripts(snippets) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return snippets
    .filter(({ language }) => language === "sh")
    .flatMap(({ document, line, code }) =>
      code.split("\n").flatMap((command, index) => {
        const named = /\bnpm (?:run (?:-\S+ )*([\w:-]+)|(test|start)\b)/.exec(command);
        const script = named?.[1] ?? named?.[2];
        return script === undefined || script in scripts
          ? []
          : [`${document}:${line + index + 1}: there is no script "${script}" in package.json (snippets)`];
      }),
    );
}

/**
 * The relative links that lead nowhere. What stands behind `#` is not looked at.
 *
 * @param {string} base
 * @param {string} document
 * @param {string} text
 */
function wrongLinks(base, document, text) {
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)].flatMap(([, target = ""]) => {
      if (existsSync(join(base, dirname(document), target))) return [];
      return [`${document}:${index + 1}: the link to ${target} leads nowhere (snippets)`];
    }),
  );
}

/**
 * The tests that a document points to, by the end of their path, and that do not exist: a promise must not be shown by
 * nothing.
 *
 * @param {readonly string[]} files
 * @param {string} document
 * @param {string} text
 */
function missingTests(files, document, text) {
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(/`([\w./-]+\.test\.m?[jt]s)`/g)].flatMap(([, test = ""]) => {
      if (files.some((path) => `/${path}`.endsWith(`/${test}`))) return [];
      return [`${document}:${index + 1}: there is no test ${test} (snippets)`];
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = wrongSnippets(process.argv[2] ?? root);
  for (const finding of found) console.log(finding);
  process.exitCode = found.length === 0 ? 0 : 1;
}
