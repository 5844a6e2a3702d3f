import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));

// Tests run on the sources, so none needs a build; only tests that start processes use what was built.
export default defineConfig({
  resolve: {
    alias: [{ find: /^@fencepost\/([a-z0-9]+)$/, replacement: `${source("*").replace("*", "$1")}` }],
  },
  test: {
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
        },
      },
    ],
  },
});
