/** What is run on every real server, chapter by chapter. */
import { beforeAll } from "vitest";
import { budget } from "./chapters/budget.ts";
import { claims } from "./chapters/claims.ts";
import { clocks } from "./chapters/clocks.ts";
import { command } from "./chapters/command.ts";
import { conformance } from "./chapters/conformance.ts";
import { counting } from "./chapters/counting.ts";
import { exitCodes } from "./chapters/exit-codes.ts";
import { failures } from "./chapters/failures.ts";
import { faults } from "./chapters/faults.ts";
import { leases } from "./chapters/leases.ts";
import { races } from "./chapters/races.ts";
import { type Site, siteOn } from "./chapters/site.ts";
import type { RealServer, ServerKind } from "./servers/server.ts";

/** Gives the place back that its chapters work with, for inside tests and hooks. */
export function storeSuite(server: () => RealServer, kind: ServerKind): () => Site {
  let site: Site;
  beforeAll(async () => {
    site = await siteOn(server());
  });
  conformance(() => site);
  races(() => site);
  leases(() => site);
  budget(() => site);
  counting(() => site);
  claims(() => site);
  faults(() => site);
  failures(() => site, kind);
  clocks(() => site);
  command(() => site, kind);
  exitCodes(() => site, kind);
  return () => site;
}
