import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { neverCollected } from "./never-collected.ts";

it("on Node 24 nothing that goes through here is collected, and elsewhere all of it may be", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const made = new WeakRef(neverCollected({ some: "statement" }));
  const other = new WeakRef({ some: "other object" });
  await nextTurn();
  collect();
  expect(other.deref()).toBeUndefined();
  expect(made.deref() !== undefined).toBe(process.versions.node.startsWith("24."));
});
