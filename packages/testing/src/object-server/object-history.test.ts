import { describe, expect, it } from "vitest";
import { ObjectHistory } from "./object-history.ts";

describe("the history of objects", () => {
  it("finds what stands, what stood at a moment, and what stood some changes ago", () => {
    const history = new ObjectHistory<string>();
    history.change("b/k", "one", 1);
    const then = history.revision;
    history.change("b/k", "two", 2);
    history.change("b/other", "x", 3);
    expect([history.find("b/k"), history.find("b/k", then), history.find("b/other", then)]).toEqual([
      "two",
      "one",
      undefined,
    ]);
    expect([0, 1, 2].map((changes) => history.findBehind("b/k", changes))).toEqual(["two", "one", undefined]);
  });

  it("says whether and when an object has changed, removal included", () => {
    const history = new ObjectHistory<string>();
    history.change("k", "one", 10);
    const then = history.revision;
    expect(history.hasChangedSince("k", then)).toBe(false);
    history.change("k", undefined, 20);
    expect([history.find("k"), history.hasChangedSince("k", then), history.changedAtMs("k")]).toEqual([
      undefined,
      true,
      20,
    ]);
    expect([history.hasChangedSince("never", 0), history.changedAtMs("never")]).toEqual([false, undefined]);
  });

  it("lists what stands in the order of UTF-8 bytes, which is not that of UTF-16", () => {
    const history = new ObjectHistory<number>();
    for (const name of ["b/\u{1f600}", "b/\uff01", "b/a", "c/a", "b/gone"]) history.change(name, 1, 0);
    history.change("b/gone", undefined, 0);
    expect(history.list("b/").map(([name]) => name)).toEqual(["b/a", "b/\uff01", "b/\u{1f600}"]);
  });

  it("brings an earlier state back as new changes, created and removed objects too", () => {
    const history = new ObjectHistory<string>();
    history.change("kept", "same", 1);
    history.change("replaced", "old", 1);
    history.change("removed", "there", 1);
    const then = history.revision;
    history.change("replaced", "new", 2);
    history.change("removed", undefined, 2);
    history.change("created", "late", 2);
    const before = history.revision;
    history.rollBack(then, 3);
    expect(history.list("")).toEqual([
      ["kept", "same"],
      ["removed", "there"],
      ["replaced", "old"],
    ]);
    expect(history.revision).toBe(before + 3);
    expect(history.hasChangedSince("kept", before)).toBe(false);
    expect(history.find("created", before)).toBe("late");
  });
});
