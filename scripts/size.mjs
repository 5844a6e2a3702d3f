// Core as a user's bundler sees it: how large it is, and that it needs nothing but itself. `node scripts/size.mjs`, after
// a build.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import ts from "typescript";
import { filesBelow } from "./files.mjs";
import { root } from "./root.mjs";

/**
 * The most that core may weigh, minified and gzipped. A coordinator binds all of it, so nobody's bundler can leave a part
 * out: leases and the probe take 14.6 kB, documents with their codecs and marks 4, fences 3, claims 3.6; two fifths of
 * the bytes are words of errors; elections, semaphores, read-write locks, several keys and handover take the rest. Raise it only
 * with the reason in the commit.
 */
export const budgetBytes = 36_000;

/** @param {string} entry @returns {Promise<number>} bytes, minified and gzipped */
export async function weightOf(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    write: false,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength;
}

/**
 * The imports of built files, code and declarations, that lead out of their folder.
 *
 * @param {string} dist
 */
export function importsOutside(dist) {
  return filesBelow("", dist)
    .filter((path) => /\.(js|d\.ts)$/.test(path))
    .map((path) => join(dist, path))
    .flatMap((path) => {
      const { importedFiles, referencedFiles, typeReferenceDirectives } = ts.preProcessFile(
        readFileSync(path, "utf8"),
        true,
        true,
      );
      return [...importedFiles, ...referencedFiles, ...typeReferenceDirectives]
        .map(({ fileName }) => fileName)
        .filter(
          (name) => !name.startsWith(".") || relative(dist, resolve(dirname(path), name)).startsWith(".."),
        )
        .map((name) => `${relative(root, path)} imports "${name}": core may import nothing outside itself.`);
    });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const dist = join(root, "packages/core/dist");
  const outside = importsOutside(dist);
  for (const finding of outside) console.log(finding);
  const bytes = await weightOf(join(dist, "index.js"));
  console.log(`${bytes} bytes minified and gzipped; the limit is ${budgetBytes}`);
  process.exitCode = outside.length === 0 && bytes <= budgetBytes ? 0 : 1;
}
