import { defineConfig } from "vitest/config";
import { sourceAliases } from "./scripts/sources.mjs";
import { tallyTo } from "./scripts/tally.mjs";

// CI adds up what really ran.
const tally = process.env["FENCEPOST_TALLY"];

// Tests run on the sources, so none needs a build; only tests that start processes use what was built.
export default defineConfig({
  resolve: { alias: sourceAliases },
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
      {
        extends: true,
        test: {
          name: "sim",
          include: ["packages/*/src/**/*.sim.test.ts"],
          // Of two cores Vitest would use one, and the seeds are in two files so that two can share them.
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["integration/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Leases of three seconds and sixteen racing processes: one file at a time, and after all the others.
          fileParallelism: false,
          // Tests that say they may run at once mostly wait.
          maxConcurrency: 10,
          sequence: { groupOrder: 1 },
        },
      },
      // Each rule taken out, and what fails without it.
      {
        extends: true,
        test: {
          name: "proof",
          include: ["proof/**/*.test.mjs"],
          testTimeout: 60_000,
          // It has two processes of its own.
          sequence: { groupOrder: 2 },
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
