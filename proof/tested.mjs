// Takes rules out, one at a time, and runs core's unit tests without them. One Vitest for all of it, in one thread whose
// modules are loaded anew each time. Started with `{ names }` as JSON; tells its parent of each name.
import { relative } from "node:path";
import { createVitest } from "vitest/node";
import { root } from "../scripts/root.mjs";
import { sourceAliases } from "../scripts/sources.mjs";
import { patchNamed } from "./patches.mjs";
import { Patching } from "./patching.mjs";
import { parent } from "./way.mjs";

/**
 * @typedef {{ file: string, test: string }} FailedTest
 *
 * @typedef {object} Tested
 * @property {number} tests how many came to an end
 * @property {readonly FailedTest[]} refuted by an assertion
 * @property {readonly (FailedTest & { error: string })[]} ended by anything else: a time-out or an error is no verdict
 * @property {string} [broken] the tests did not run
 */

/** A test that a patch leaves waiting for ever is no verdict, so none is worth waiting for. */
const patience = { asItIs: 30_000, patched: 2_000 };
/** The memory store's own suite, with its bodies of 8 MiB, says nothing of leases. */
const folders = ["base", "record", "lease", "primitives", "store/probe.test.ts"];
/** These are about the store's conditions and about memory, and take longer than all others: left out for other rules. */
const slow = { tests: "^(?!.*(\\(T4\\)|a thousand leases))", file: "probe.test.ts" };

const { tell, end } = parent();
const { names } = JSON.parse(process.argv[2] ?? "");
const patching = new Patching();
/** @type {Tested} */
let tested = { tests: 0, refuted: [], ended: [] };

/** @type {import("vitest/reporters").Reporter} */
const collector = {
  onTestRunEnd(modules, errors) {
    const [broken] = modules.flatMap((module) => module.errors());
    const all = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.result().state !== "skipped");
    const failed = all.flatMap((test) => {
      const result = test.result();
      if (result.state !== "failed") return [];
      const error = result.errors[0];
      const file = relative(root, test.module.moduleId).replace("packages/core/src/", "");
      return [{ file, test: test.fullName, error: `${error?.name}: ${error?.message}` }];
    });
    tested = {
      tests: all.length,
      refuted: failed.filter(({ error }) => isAssertion(error)).map(({ file, test }) => ({ file, test })),
      ended: [...failed.filter(({ error }) => !isAssertion(error)), ...errors.map(outside)],
      ...(broken && { broken: broken.message }),
    };
  },
};

const vitest = await createVitest(
  "test",
  {
    config: false,
    root,
    watch: false,
    include: ["packages/core/src/**/*.test.ts"],
    // A property draws new seeds each time: what it catches is not the same in the next run.
    exclude: ["**/*.sim.test.ts", "**/*.prop.test.ts"],
    reporters: [collector],
    pool: "threads",
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
  },
  { logLevel: "error", resolve: { alias: sourceAliases }, plugins: [patching.plugin] },
);
const specifications = await vitest.globTestSpecifications(
  folders.map((folder) => `packages/core/src/${folder}`),
);
for (const name of names) {
  patching.put(name === null ? undefined : patchNamed(name), (path) => vitest.invalidateFile(path));
  for (const project of vitest.projects) {
    project.config.testTimeout = name === null ? patience.asItIs : patience.patched;
  }
  const isOfStore = name === null || needsSlowTests(patchNamed(name));
  const folder = name === null ? /./ : noticingFolder(patchNamed(name));
  if (isOfStore) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(slow.tests);
  await vitest.runTestSpecifications(
    specifications.filter(
      ({ moduleId }) => (isOfStore || !moduleId.endsWith(slow.file)) && folder.test(relative(root, moduleId)),
    ),
  );
  if (!patching.isLoaded) tested = { ...tested, broken: "the patched module was not loaded" };
  tell({ name, ...tested });
}
process.exitCode = 0;
await vitest.close();
end();

/**
 * Whose tests are to notice: those of the rule's own folder, and where a folder serves others, theirs. All of core's tests
 * for every rule would take five times as long, and say no more.
 *
 * @param {import("./patch.mjs").Patch} patch
 */
function noticingFolder({ file, noticedIn }) {
  if (noticedIn !== undefined) return new RegExp(`/${noticedIn}/`);
  const primitive = /\/primitives\/[^/]+\//.exec(file)?.[0];
  if (primitive !== undefined) return new RegExp(primitive);
  if (file === "core/src/lease/contender.ts") return /./;
  if (file.startsWith("core/src/lease/")) return /\/lease\//;
  if (file.startsWith("core/src/record/")) return /\/(record|lease|primitives\/document)\//;
  return /./;
}

/** @param {import("./patch.mjs").Patch} patch */
function needsSlowTests({ file }) {
  return file.startsWith("core/src/store/") || file === "core/src/lease/contender.ts";
}

/** @param {{ message: string }} error */
function outside({ message }) {
  return { file: "outside", test: "of any test", error: message };
}

/** @param {string} error */
function isAssertion(error) {
  return error.startsWith("AssertionError: ");
}
