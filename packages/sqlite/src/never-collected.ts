/**
 * A work-around for Node 24: keeps what better-sqlite3 made for as long as the process runs.
 *
 * An addon that was compiled with the headers of Node 24.19 or later, up to the fix, aborts the whole process when one of
 * its objects is collected at a moment without a JavaScript context (https://github.com/nodejs/node/issues/65446). All
 * statements and databases of better-sqlite3 12 are such objects; its version 13 has none, but does not run on Node 20.
 * What is never collected cannot do that. It costs about a kilobyte for each time that a file is opened.
 */
const kept: object[] = [];
const isNeeded = process.versions.node.startsWith("24.");

/** Gives back what it is given: a database or a statement of better-sqlite3. Every one has to go through here. */
export function neverCollected<T extends object>(made: T): T {
  if (isNeeded) kept.push(made);
  return made;
}
