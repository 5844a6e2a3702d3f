import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Scratch } from "../test/scratch.ts";
import { openDatabase } from "./database.ts";
import { ensurePrivateFile, identityOf, realPathOf } from "./private-file.ts";

let scratch: Scratch;
let umask: number;
beforeEach(() => {
  scratch = new Scratch();
  umask = process.umask();
});
afterEach(() => {
  process.umask(umask);
  scratch.remove();
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe("a new file", () => {
  it.each([0o000, 0o022, 0o277])(
    "is for its owner alone under umask %o, with its -wal and -shm, in folders that are too",
    (mask) => {
      const path = join(scratch.folder, "new", "deeper", "leases.db");
      // The folders before, since a mask of 277 leaves none that could be written to.
      process.umask(0o000);
      realPathOf(path);
      process.umask(mask);
      const database = openDatabase(path);
      expect(readdirSync(dirname(path)).toSorted()).toEqual(["leases.db", "leases.db-shm", "leases.db-wal"]);
      expect(["", "-wal", "-shm"].map((end) => modeOf(path + end))).toEqual(["600", "600", "600"]);
      expect([modeOf(dirname(path)), modeOf(join(scratch.folder, "new"))]).toEqual(["700", "700"]);
      database.close();
    },
  );
});

describe("an existing file", () => {
  it("keeps its mode and its bytes, and its folder keeps its own", () => {
    const path = join(scratch.folder, "shared", "leases.db");
    mkdirSync(dirname(path), { mode: 0o770 });
    chmodSync(dirname(path), 0o770);
    writeFileSync(path, "as it was");
    chmodSync(path, 0o660);
    realPathOf(path);
    ensurePrivateFile(path);
    expect([modeOf(path), modeOf(dirname(path)), statSync(path).size]).toEqual(["660", "770", 9]);
  });

  it("passes its mode on to -wal and -shm, so that a group can share all three", () => {
    const path = scratch.path;
    writeFileSync(path, "");
    chmodSync(path, 0o660);
    const database = openDatabase(path);
    expect(["-wal", "-shm"].map((end) => modeOf(path + end))).toEqual(["660", "660"]);
    database.close();
  });
});

describe("the identity of the files", () => {
  it("names all three, and changes when one of them is exchanged", () => {
    const path = scratch.path;
    const database = openDatabase(path);
    const identity = identityOf(path, path);
    expect(identity).not.toContain("missing");
    expect(identityOf(path, path)).toBe(identity);
    for (const end of ["-shm", "-wal", ""]) {
      rmSync(path + end);
      const without = identityOf(path, path);
      expect(without).not.toBe(identity);
      writeFileSync(path + end, "");
      expect(identityOf(path, path)).not.toBe(identity);
    }
    database.close();
  });

  it("follows a link to the folder in which SQLite keeps the other two", () => {
    const target = join(scratch.folder, "target.db");
    const link = join(scratch.folder, "link.db");
    writeFileSync(target, "");
    symlinkSync(target, link);
    const database = openDatabase(link);
    expect(realPathOf(link)).toBe(target);
    expect(identityOf(link, target)).toBe(identityOf(target, target));
    expect(identityOf(link, target)).not.toContain("missing");
    database.close();
  });
});
