/** Races between processes of the operating system for one object of a real server (requirements, T4). */
import { expect, test } from "vitest";
// The processes start from what was built, beside what starts them.
import { processRaces, raceFigures } from "../../packages/testing/dist/index.js";
import type { Site } from "./site.ts";

export function races(site: () => Site): void {
  test("of 16 processes exactly one wins, 50 times, and 8 of them count to 200 exactly", {
    timeout: 400_000,
  }, async () => {
    const { url, environment } = site().place();
    const report = await processRaces({
      storeModule: new URL("../stores/open.mjs", import.meta.url),
      exportName: "openPlace",
      argument: { url, environment },
    });
    console.log(`${site().server.kind.name}:\n${raceFigures(report)}`);
    expect(new Set(report.pids).size).toBe(16);
    expect(report.creates.map(({ winners }) => winners.length)).toEqual(Array<number>(50).fill(1));
    expect(report.replaces.map(({ winners }) => winners.length)).toEqual(Array<number>(50).fill(1));
    expect(report.increments).toEqual({ counted: 200, distinct: 200, expected: 200 });
    // A race in which nobody met anybody would show nothing.
    expect(report.creates.filter(({ atOnce }) => atOnce > 1).length).toBeGreaterThan(25);
  });
}
