// Every name that a package exports has a doc comment where it is declared. `node scripts/documented.mjs [FOLDER]`
// prints those that have none.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { root } from "./root.mjs";

/**
 * The exported names without a doc comment, each with the place of its declaration.
 *
 * @param {string} base a folder with packages, as this repository
 */
export function undocumented(base) {
  const entries = readdirSync(join(base, "packages"))
    .flatMap((name) => entriesOf(join(base, "packages", name)))
    .filter((path) => existsSync(path));
  const program = ts.createProgram(entries, options());
  const checker = program.getTypeChecker();
  const found = entries.flatMap((entry) => {
    const module = checker.getSymbolAtLocation(/** @type {ts.SourceFile} */ (program.getSourceFile(entry)));
    return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) => {
      const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return declared.declarations?.some(isDocumented) ? [] : [placed(declared, symbol.name, base)];
    });
  });
  return [...new Set(found)];
}

/**
 * The sources of what can be imported of a package: of each of its `exports` that is code.
 *
 * @param {string} folder
 */
function entriesOf(folder) {
  const manifest = join(folder, "package.json");
  /** @type {{ exports?: Record<string, string> }} */
  const { exports = {} } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
  return Object.values(exports)
    .filter((path) => path.endsWith(".js"))
    .map((path) => join(folder, path.replace("/dist/", "/src/").replace(/\.js$/, ".ts")));
}

/**
 * Whether a comment with words stands right above. A file's opening comment, with an empty line after it, is another
 * thing, although the compiler gives it to the first declaration.
 *
 * @param {ts.Declaration} declaration
 */
function isDocumented(declaration) {
  return ts.getJSDocCommentsAndTags(declaration).some((doc) => {
    const file = doc.getSourceFile();
    const between = file.text.slice(doc.end, doc.parent.getStart(file));
    return Boolean(doc.comment) && between.split("\n").length === 2;
  });
}

/**
 * Only names are looked up, so the library's own types are left out: a second saved.
 *
 * @returns {ts.CompilerOptions}
 */
function options() {
  const path = join(root, "tsconfig.test.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return { ...ts.parseJsonConfigFileContent(config, ts.sys, root).options, noLib: true, types: [] };
}

/** @param {ts.Symbol} symbol @param {string} name @param {string} base */
function placed(symbol, name, base) {
  const node = symbol.declarations?.[0];
  if (!node) return `${name}: not found: does its module exist?`;
  const file = node.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  return `${relative(base, file.fileName)}:${line}: ${name} is exported without a doc comment (documented-exports)`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = undocumented(process.argv[2] ?? root);
  for (const finding of found) console.log(finding);
  process.exitCode = found.length === 0 ? 0 : 1;
}
