import { defineConfig } from "vitest/config";
import root from "../../vitest.config.ts";

// Not part of `npm test`, as the packages of a Ceph cluster are large; see integration/README.md.
export default defineConfig({
  resolve: root.resolve ?? {},
  test: {
    include: ["integration/ceph/*.suite.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
