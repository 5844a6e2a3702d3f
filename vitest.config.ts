import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { tallyTo } from "./scripts/tally.mjs";

// CI adds up what really ran.
const tally = process.env["FENCEPOST_TALLY"];
const packages = fileURLToPath(new URL("./packages", import.meta.url));

// Tests run on the sources, so none needs a build; only tests that start processes use what was built.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@fencepost\/([a-z0-9]+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: "@fencepost/core/http-times", replacement: `${packages}/core/src/store/http-times.ts` },
    ],
  },
  test: {
    reporters: tally === undefined ? ["default"] : ["default", tallyTo(tally)],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/*.sim.test.ts"],
        },
      },
      { extends: true, test: { name: "sim", include: ["packages/*/src/**/*.sim.test.ts"] } },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["integration/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Leases of three seconds and sixteen racing processes: one file at a time, and after all the others.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      // The rules of the check, each seen to refuse what it is there for.
      {
        extends: true,
        test: {
          name: "workbench",
          include: ["scripts/**/*.test.mjs"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
