// What users would install: each package is packed as for the registry, and the archive is looked at, not the folder.
// `node scripts/publishing.mjs`, after a build.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bin, captured } from "./child.mjs";
import { packageFolders } from "./files.mjs";
import { withPnpm } from "./pnpm.mjs";
import { root } from "./root.mjs";

/**
 * Packs one package folder into another folder. Works on any folder with a package.json.
 *
 * @param {readonly string[]} folders
 * @param {string} into
 */
async function pack(folders, into) {
  const filters = folders.map((folder) => `--filter=./${folder}`);
  const [program, args] = withPnpm(["pnpm", "--recursive", ...filters, "pack", `--pack-destination=${into}`]);
  return captured(program, args);
}

/**
 * What is wrong with a packed package.
 *
 * @param {string} archive
 */
export async function wrongInArchive(archive) {
  const node = (/** @type {string[]} */ ...args) => captured(process.execPath, args);
  const results = [
    await node(bin("publint"), "run", "--strict", archive),
    await node(
      bin("@arethetypeswrong/cli", "attw"),
      "--profile=esm-only",
      "--no-definitely-typed",
      "--format=ascii",
      archive,
    ),
  ];
  const { output: list } = await captured("tar", ["-tzf", archive]);
  const paths = list.split("\n");
  const strays = paths.filter((path) => /\.test\.|tsbuildinfo|\.env/.test(path));
  // A package without any types passes both tools.
  const untyped = paths.filter(
    (path) => /\/dist\/.*\.js$/.test(path) && !paths.includes(path.replace(/js$/, "d.ts")),
  );
  return [
    ...results.filter(({ code }) => code !== 0).map(({ output }) => output),
    ...strays.map(
      (path) => `${archive}: ${path} does not belong into the package: see "files" in package.json.`,
    ),
    ...untyped.map((path) => `${archive}: ${path} has no types beside it.`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const into = mkdtempSync(join(tmpdir(), "fencepost-pack-"));
  const folders = packageFolders();
  const packed = await pack(folders, into);
  const archives = readdirSync(into);
  if (packed.code !== 0 || archives.length !== folders.length) {
    console.log(packed.output);
    process.exitCode = 1;
  }
  for (const archive of archives) {
    for (const finding of await wrongInArchive(join(into, archive))) {
      console.log(finding.replaceAll(root, ""));
      process.exitCode = 1;
    }
  }
  rmSync(into, { recursive: true });
  console.log(`${archives.length} packages`);
}
