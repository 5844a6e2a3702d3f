import { expect, test } from "vitest";
import type { Version } from "../store/store.ts";
import type { StoredRecord } from "./format.ts";
import type { Absent, Present } from "./read.ts";
import { settle } from "./settle.ts";

const state = (recent: string[], token = 5, renewals = 3): Present<StoredRecord> => ({
  kind: "present",
  version: recent.join() as Version,
  record: { recent, token, renewals },
});
const absent: Absent = { kind: "absent", tokenSeed: 1 };
const full = ["h", "g", "f", "e", "d", "c", "b", "a"];

test.each([
  ["ours is the newest", state(["base"]), state(["ours", "base"], 5, 4), "written"],
  ["ours is one step back", state(["base"]), state(["next", "ours", "base"], 5, 5), "replaced"],
  [
    "ours is seven steps back",
    state(["base"]),
    state(["7", "6", "5", "4", "3", "2", "1", "ours"], 9, 0),
    "replaced",
  ],
  ["the base was replaced by another", state(["base"]), state(["other", "base"], 6, 0), "conflict"],
  [
    "the base was replaced seven writes ago",
    state(["base"]),
    state([..."7654321", "base"], 9, 0),
    "conflict",
  ],
  ["the base still stands", state(["base"]), state(["base"]), "not-final"],
  ["nothing is there any more", state(["base"]), absent, "deleted"],
  ["an older token stands there", state(["base"], 5, 3), state(["old"], 4, 9), "rolled-back"],
  [
    "the same token with fewer renewals stands there",
    state(["base"], 5, 3),
    state(["old"], 5, 2),
    "rolled-back",
  ],
  ["too much has happened to tell", state(["base"], 5, 3), state(full, 9, 0), "overtaken"],
  ["a create whose object is not there yet", absent, absent, "not-final"],
  ["a create that lost to one that has been written twice", absent, state(["y", "x"], 1, 1), "conflict"],
  ["a create in whose place a full history stands", absent, state(full, 1, 9), "overtaken"],
  ["a create that won", absent, state(["ours"], 1, 0), "written"],
  ["a create that won and was replaced", absent, state([...full.slice(1), "ours"], 1, 9), "replaced"],
] as const)("%s", (_, base, seen, verdict) => {
  expect(settle("ours", base, seen)).toBe(verdict);
});
