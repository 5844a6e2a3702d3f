// Takes rules out, one at a time, and simulates seeds until one of them violates an invariant. All in one process, through
// Vite's module runner: 22 ms a patch. Started with `{ names, seeds }` as JSON; tells its parent of each name.
import { createServer, createServerModuleRunner } from "vite";
import { root } from "../scripts/root.mjs";
import { sourceAliases } from "../scripts/sources.mjs";
import { documents } from "./patches/documents.mjs";
import { elections } from "./patches/elections.mjs";
import { fences } from "./patches/fences.mjs";
import { handovers } from "./patches/handover.mjs";
import { once } from "./patches/once.mjs";
import { readWrite } from "./patches/read-write.mjs";
import { semaphores } from "./patches/semaphores.mjs";
import { several } from "./patches/several.mjs";
import { patchNamed } from "./patches.mjs";
import { Patching } from "./patching.mjs";
import { parent } from "./way.mjs";

/**
 * @typedef {object} Simulated
 * @property {number} seeds how many ran, the last of them violated something unless there is no violation
 * @property {readonly string[]} violations
 * @property {string} [broken] it did not come to a verdict
 */

const { tell, end } = parent();
const { names, seeds } = JSON.parse(process.argv[2] ?? "");
const patching = new Patching();
const server = await createServer({
  configFile: false,
  root,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  resolve: { alias: sourceAliases },
  plugins: [patching.plugin],
});
const { ssr } = server.environments;

/** A crash is no verdict. @type {string[]} */
let crashes = [];
process.on("unhandledRejection", (error) => crashes.push(String(error)));
process.on("uncaughtException", (error) => crashes.push(String(error)));

/** What a program that was patched into nonsense says. */
const crash = /(Type|Reference|Syntax)Error/;

for (const name of names) {
  tell({ name, ...(await simulated(name)) });
}
await server.close();
end();

/** @param {string | null} name @returns {Promise<Simulated>} */
async function simulated(name) {
  crashes = [];
  patching.put(name === null ? undefined : patchNamed(name), (path) => {
    for (const module of ssr.moduleGraph.getModulesByFile(path) ?? [])
      ssr.moduleGraph.invalidateModule(module);
  });
  const runner = createServerModuleRunner(ssr, { hmr: false, sourcemapInterceptor: false });
  try {
    const { simulate } = await runner.import("/packages/testing/src/simulation/engine/simulate.ts");
    const { programNamed } = await runner.import("/packages/testing/src/simulation/programs/programs.ts");
    const program = programNamed(name === null ? "lease" : programOf(patchNamed(name)));
    if (!patching.isLoaded) return { seeds: 0, violations: [], broken: "the patched module was not loaded" };
    for (let seed = 1; seed <= seeds; seed++) {
      const { violations } = await simulate(program, seed);
      const broken =
        crashes[0] ?? violations.find((/** @type {string} */ violation) => crash.test(violation));
      if (broken !== undefined) return { seeds: seed, violations, broken };
      if (violations.length > 0) return { seeds: seed, violations };
    }
    return { seeds, violations: [] };
  } catch (error) {
    return { seeds: 0, violations: [], broken: String(error) };
  } finally {
    await runner.close();
  }
}

/**
 * What stands on leases has a program of its own; all else is seen in the lease.
 *
 * @param {import("./patch.mjs").Patch} patch
 */
function programOf(patch) {
  if (documents.includes(patch)) return "update";
  if (fences.includes(patch)) return "fence";
  if (handovers.includes(patch)) return "handover";
  if (readWrite.includes(patch)) return "read-write";
  if (elections.includes(patch)) return "election";
  if (semaphores.includes(patch)) return "semaphore";
  if (several.includes(patch)) return "several";
  return once.includes(patch) ? "once" : "lease";
}
