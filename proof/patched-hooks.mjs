// The other half of patched-loader.mjs, in the thread where Node keeps such hooks.
import { applyPatch, builtFile } from "./patch.mjs";

/** @type {import("./patch.mjs").Patch} */
let patch;
/** @type {import("node:worker_threads").MessagePort} */
let told;

/** @type {import("node:module").InitializeHook<{ patch: typeof patch, told: typeof told }>} */
export function initialize(data) {
  ({ patch, told } = data);
}

/** @type {import("node:module").LoadHook} */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith(`/${builtFile(patch)}`)) return loaded;
  const source = applyPatch(new TextDecoder().decode(/** @type {Buffer} */ (loaded.source)), patch);
  told.postMessage(patch.name);
  return { ...loaded, source };
}
