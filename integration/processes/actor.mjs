// One process that does what it is ordered, one order after the other or several at once, until its parent lets go of it.
// It runs what was built. The orders are those of `deeds.ts`; each folder beside this file holds one kind of them.
import { claiming } from "./deeds/claiming.mjs";
import { counting } from "./deeds/counting.mjs";
import { fencing } from "./deeds/fencing.mjs";
import { leadings } from "./deeds/leading.mjs";
import { leasing } from "./deeds/leasing.mjs";
import { opening } from "./deeds/opening.mjs";
import { sending } from "./deeds/sending.mjs";

/** @type {Record<string, (ask: any) => Promise<unknown>>} */
const deeds = { ...opening, ...counting, ...leasing, ...fencing, ...claiming, ...leadings, ...sending };

/** @param {unknown} error @returns {import("./deeds.ts").Failure} */
function failureOf(error) {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, code, reason } = /** @type {Error & { code?: string, reason?: string }} */ (error);
  return { name, message, ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) };
}

process.on("message", async (/** @type {{ id: number, deed: string, ask: unknown }} */ { id, deed, ask }) => {
  /** @type {import("./deeds.ts").FromActor} */
  let reply;
  try {
    const does = deeds[deed];
    if (!does) throw new TypeError(`an actor knows no deed "${deed}"`);
    reply = { id, answer: (await does(ask)) ?? null };
  } catch (error) {
    reply = { id, failure: failureOf(error) };
  }
  // The parent may have gone meanwhile: then there is nobody to tell.
  if (process.connected) process.send?.(reply);
});
process.on("disconnect", () => process.exit());
