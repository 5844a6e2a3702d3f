/** The tables, and how a file of ours is told from another program's. */
import { MisconfiguredError, printable } from "@fencepost/core";
import type { Database } from "better-sqlite3";
import { neverCollected } from "./never-collected.ts";

/** "FPST" in the file's header, where file(1) and we look for it (https://www.sqlite.org/pragma.html#pragma_application_id). */
const applicationId = 0x46505354;
/** Counted up by a change that this code could not read; kept in `user_version`. */
const format = 1;

/**
 * One row an object, and one counter.
 *
 * `key` is compared byte by byte: BINARY is the collation of a column that names none. `boot_id`, `time_namespace` and
 * `written_ms` are the {@link Stamp} of the last write.
 *
 * `counter.writes` is one more after every accepted write, deletes too, and its row is never deleted. A version is its
 * value, so none ever comes back, even if a key is deleted and made again. It is the seed of tokens as well: each grant
 * is at least one write, so the counter has grown at least as far as any token that it started (`acquire` with
 * `tokenAbove` may jump ahead of it: a person chose that).
 */
const tables = `
  CREATE TABLE objects (
    key TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    metadata TEXT NOT NULL,
    boot_id TEXT,
    time_namespace TEXT NOT NULL,
    written_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE counter (id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1), writes INTEGER NOT NULL) STRICT;
  INSERT INTO counter (id, writes) VALUES (1, 0);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${format};
`;

/**
 * Changes nothing in a file that is not ours.
 *
 * @throws MisconfiguredError if the file belongs to another program or to a newer format.
 */
export function refuseForeignFile(database: Database): void {
  stateOf(database);
}

/** Makes the tables if the file is new; several processes may come to this at once. */
export function ensureTables(database: Database): void {
  if (stateOf(database) === "ours") return;
  const create = database.transaction(() => {
    if (stateOf(database) === "new") database.exec(tables);
  });
  create.immediate();
}

function stateOf(database: Database): "new" | "ours" {
  const { id, found, used } = headerOf(database);
  if (id === applicationId && found === format) return "ours";
  if (id === applicationId) {
    throw new MisconfiguredError(
      `${printable(database.name)} was written in format ${found} and this version of @fencepost/sqlite reads ` +
        `format ${format}: update it`,
      {},
    );
  }
  if (id === 0 && found === 0 && !used) return "new";
  throw new MisconfiguredError(
    `${printable(database.name)} is a database of another program: choose another file`,
    {},
  );
}

interface Header {
  readonly id: number;
  readonly found: number;
  readonly used: 0 | 1;
}

/** In one statement, or a process that is just making the tables would look like another program. */
function headerOf(database: Database): Header {
  const read = neverCollected(
    database.prepare<[], Header>(`
      SELECT application_id AS id, user_version AS found, EXISTS (SELECT 1 FROM sqlite_schema) AS used
      FROM pragma_application_id, pragma_user_version`),
  );
  return read.get() as Header;
}
