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
const again = (version: string, recent: string[]): Present<StoredRecord> => ({
  ...state(recent),
  version: version as Version,
});
const absent: Absent = { kind: "absent", tokenSeed: 1 };
const full = ["h", "g", "f", "e", "d", "c", "b", "a"];

test.each([
  ["ours is the newest", "written", state(["base"]), state(["ours", "base"], 5, 4)],
  ["ours is one step back", "replaced", state(["base"]), state(["next", "ours", "base"], 5, 5)],
  [
    "ours is seven steps back",
    "replaced",
    state(["base"]),
    state(["7", "6", "5", "4", "3", "2", "1", "ours"], 9, 0),
  ],
  ["the base was replaced by another", "conflict", state(["base"]), state(["other", "base"], 6, 0)],
  [
    "the base was replaced seven writes ago",
    "conflict",
    state(["base"]),
    state([..."7654321", "base"], 9, 0),
  ],
  ["the base still stands", "not-final", state(["base"]), state(["base"])],
  ["the base stands under another version", "moved", again("old", ["base"]), again("new", ["base"])],
  ["nothing is there any more", "deleted", state(["base"]), absent],
  ["an older token stands there", "rolled-back", state(["base"], 5, 3), state(["old"], 4, 9)],
  [
    "the same token with fewer renewals stands there",
    "rolled-back",
    state(["base"], 5, 3),
    state(["old"], 5, 2),
  ],
  ["too much has happened to tell", "overtaken", state(["base"], 5, 3), state(full, 9, 0)],
  ["a create whose object is not there yet", "not-final", absent, absent],
  ["a create that lost to one that has been written twice", "conflict", absent, state(["y", "x"], 1, 1)],
  ["a create in whose place a full history stands", "overtaken", absent, state(full, 1, 9)],
  ["a create that won", "written", absent, state(["ours"], 1, 0)],
  ["a create that won and was replaced", "replaced", absent, state([...full.slice(1), "ours"], 1, 9)],
] as const)("%s: %s", (_, verdict, base, seen) => {
  expect(settle("ours", base, seen)).toBe(verdict);
});

test.each([
  ["ours is seen", "written", state(["base"]), state(["ours", "base"])],
  ["ours is seen further back", "replaced", state(["base"]), state(["next", "ours", "base"])],
  [
    "the base was replaced by another, and ours may lie between",
    "overtaken",
    state(["base"]),
    state(["other", "base"]),
  ],
  ["a create of which nothing is seen, and which may have been deleted", "overtaken", absent, state(["x"])],
  ["the base still stands", "not-final", again("A", ["base"]), again("A", ["base"])],
  ["the base stands under another version", "overtaken", again("A", ["base"]), again("B", ["base"])],
  ["the base's bytes stand there again", "overtaken", again("A", ["base"]), again("A", ["c", "b", "base"])],
] as const)("where a write can be hidden, %s: %s", (_, verdict, base, seen) => {
  expect(settle("ours", base, seen, true)).toBe(verdict);
});

test("a request that was refused may land yet where the bytes of its base stand there again", () => {
  expect(settle("ours", again("A", ["base"]), again("A", ["c", "b", "base"]))).toBe("not-final");
});
