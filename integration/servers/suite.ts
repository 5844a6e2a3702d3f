/** The frame of every suite that runs against a real server: one server, named aloud, and no silent absence. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NoServerError, type RealServer, type ServerKind } from "./server.ts";
import { startServer } from "./start.ts";

export interface SuiteOptions {
  /** How many checks must have passed at the end. A suite that lost its cases would pass without this. */
  readonly checksMin: number;
}

/** Building MinIO takes minutes, once. */
const startLimitMs = 15 * 60_000;

/**
 * Describes a chapter whose checks share one server. Where there is none the checks are skipped and the reason is
 * printed; in CI that is a failure.
 *
 * @param checks declares the tests. What it gets tells the server, inside tests and hooks only.
 */
export function realServerSuite(
  kind: ServerKind,
  options: SuiteOptions,
  checks: (server: () => RealServer, kind: ServerKind) => void,
): void {
  describe(`on ${kind.name}`, () => {
    let server: RealServer | undefined;
    let notRun = "";
    let passed = 0;

    beforeAll(async () => {
      try {
        server = await startServer(kind);
      } catch (error) {
        if (!(error instanceof NoServerError) || process.env["CI"]) throw error;
        notRun = error.message;
        console.error(`\nNOT RUN: the suite on ${kind.name}. ${notRun}\n`);
      }
    }, startLimitMs);
    afterAll(() => server?.stop());

    beforeEach((context) => {
      if (notRun) context.skip(notRun);
    });
    afterEach((context) => {
      if (context.task.result?.state === "pass") passed += 1;
    });

    checks(() => {
      if (!server) throw new Error(`${kind.name} is not running yet: ask for it inside a test or a hook`);
      return server;
    }, kind);

    // After the others, also where those run side by side.
    test.sequential(`no fewer than ${options.checksMin} checks passed on ${kind.name}`, () => {
      console.log(`${kind.name}: ${passed} checks passed`);
      expect(passed).toBeGreaterThanOrEqual(options.checksMin);
    });
  });
}
