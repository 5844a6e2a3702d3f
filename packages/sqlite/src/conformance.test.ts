import { storeConformance } from "@fencepost/testing";
import { afterAll, expect, test } from "vitest";
import { Scratch } from "../test/scratch.ts";
import { sqliteStore } from "./sqlite-store.ts";

const scratch = new Scratch();
afterAll(() => scratch.remove());

const cases = storeConformance({
  open: () => sqliteStore({ path: scratch.path }),
  close: (store) => store.close(),
});

// Every rule concerns this store, so one that is skipped has shown nothing.
test.each(cases)("$name", async ({ run }) => expect(await run()).toBeUndefined(), 60_000);
