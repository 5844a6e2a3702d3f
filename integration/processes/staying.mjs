// What a process writes down of its stays for `stays.ts`, which knows nothing of Fencepost.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isCoordinationError } from "@fencepost/core";

/** The machine's monotonic time, which all processes share. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6;

/**
 * Stays inside for a while by chance. Each moment at which it was sure of being inside is a line of the file.
 *
 * @param {() => Promise<import("@fencepost/core").Held>} enter
 * @param {{ readonly stay: string, readonly kind: string }} who
 * @param {string} file
 */
export async function stayInside(enter, who, file) {
  try {
    const permit = await enter();
    const untilMs = machineMs() + 20 + Math.random() * 180;
    for (;;) {
      // First the time and then the look: if the window is open now, it was then.
      const atMs = machineMs();
      if (permit.remainingMs() <= 0 || atMs > untilMs) break;
      appendFileSync(file, `${JSON.stringify({ ...who, atMs })}\n`);
      await sleep(5);
    }
    await permit.release();
  } catch (error) {
    const passing = /** @type {const} */ (["contended", "unavailable", "unknown-outcome"]);
    if (!passing.some((code) => isCoordinationError(error, code))) throw error;
  }
  await sleep(Math.random() * 40);
}
