// The tables of docs/stores.md are those of the code. `node scripts/stores-doc.mjs` says whether they are current, and with
// `--write` makes them so; after a build.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";

const path = join(root, "docs/stores.md");

/** @typedef {{ answer: string, on: readonly string[], outcome: string | { read: string, write: string }, why: string, source: string }} Quirk */

/** @param {readonly (readonly string[])[]} rows */
const table = (rows) =>
  rows
    .map(
      (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`,
    )
    .join("\n");

/** @param {string} source */
const linked = (source) =>
  source.replace(
    /https?:\/\/[^\s;,)]+/g,
    (url) => `[${url.replace(/^https?:\/\/(www\.)?([^/]+).*$/, "$2")}](${url})`,
  );

/**
 * @param {Readonly<Record<string, Quirk>>} quirks
 * @param {string[]} tests the files that play each row to the SDK
 */
function quirkTable(quirks, tests) {
  const rows = Object.entries(quirks).map(([name, { answer, on, outcome, why, source }]) => [
    answer,
    on.length === 5 ? "anything" : on.join(", "),
    typeof outcome === "string" ? outcome : `read: ${outcome.read}; write: ${outcome.write}`,
    why,
    linked(source),
    `\`${name}\``,
  ]);
  const head = ["Answer", "To", "Means", "Why", "Source", "Row"];
  return `The test of each row carries its name, in ${tests.map((test) => `\`${test}\``).join(" or ")}.\n\n${table([head, head.map(() => "---"), ...rows])}`;
}

/** @param {readonly { answer: string, why: string, source: string }[]} quirks */
function clockTable(quirks) {
  const rows = quirks.map(({ answer, why, source }) => [answer, why, linked(source)]);
  return table([["Answer", "Why", "Source"], ["---", "---", "---"], ...rows]);
}

/** The document with its tables made anew. @param {string} document */
export async function current(document) {
  const { s3Quirks } = await import("../packages/s3/dist/s3-quirks.js");
  const { clockQuirks } = await import("../packages/core/dist/store/http-times.js");
  const { gcsQuirks } = await import("../packages/gcs/dist/gcs-quirks.js");
  /** @type {Record<string, string>} */
  const tables = {
    s3: quirkTable(s3Quirks, ["packages/s3/src/s3-quirks.test.ts"]),
    gcs: quirkTable(gcsQuirks, ["packages/gcs/src/gcs-quirks.test.ts", "gcs-quirks-unanswered.test.ts"]),
    clock: clockTable(clockQuirks),
  };
  return document.replace(
    /<!-- (\w+) -->\n.*?<!-- end -->/gs,
    (_, name) => `<!-- ${name} -->\n${tables[name]}\n<!-- end -->`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const document = readFileSync(path, "utf8");
  const made = await current(document);
  if (process.argv.includes("--write")) writeFileSync(path, made);
  else if (made !== document) {
    console.log(
      "docs/stores.md is not what the quirk tables say: node scripts/stores-doc.mjs --write (stores-doc)",
    );
    process.exitCode = 1;
  }
}
