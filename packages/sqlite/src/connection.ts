/** One connection to the file, opened when it is first needed, and given up for good when the file is exchanged. */
import { MisconfiguredError, printable } from "@fencepost/core";
import type { Database } from "better-sqlite3";
import { openDatabase } from "./database.ts";
import { type ObjectTable, objectTable } from "./object-table.ts";
import { identityOf } from "./private-file.ts";

interface Opened {
  readonly database: Database;
  readonly objects: ObjectTable;
  readonly identity: string;
}

export class Connection {
  readonly path: string;
  readonly #open: (path: string) => Database;
  #opened: Opened | undefined;
  #closed = false;

  constructor(path: string, open: (path: string) => Database = openDatabase) {
    this.path = path;
    this.#open = open;
  }

  /**
   * Does `work`, in one piece: nothing else of this process comes in between.
   *
   * @throws MisconfiguredError if the file is no longer the one that was opened; TypeError once it is closed; what
   *   opening and `work` throw, and then the next call opens it anew.
   */
  use<R>(work: (objects: ObjectTable) => R): R {
    if (this.#closed) throw new TypeError(`the store on ${printable(this.path)} is closed: make a new one`);
    this.#opened ??= this.#openNow();
    this.#refuseIfExchanged(this.#opened);
    return work(this.#opened.objects);
  }

  close(): void {
    this.#closed = true;
    this.#opened?.database.close();
    this.#opened = undefined;
  }

  #openNow(): Opened {
    const database = this.#open(this.path);
    try {
      return { database, objects: objectTable(database), identity: identityOf(this.path, database.name) };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /**
   * In WAL mode SQLite itself does not look (`databaseIsUnmoved` is only asked for a rollback journal), and would go on
   * writing to a file that no other process can find, while another holder is granted the lease in the new one.
   */
  #refuseIfExchanged({ database, identity }: Opened): void {
    if (identityOf(this.path, database.name) === identity) return;
    throw new MisconfiguredError(
      `${printable(this.path)}, or its -wal or -shm, was deleted or replaced while open: stop all that use it, then ` +
        "start them again; a lease that was held in it is not safe until then",
      {},
    );
  }
}
