/** T1 to T5 of the requirements, with real processes on real servers; and each again with its mechanism taken out. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { type Site, siteOn } from "./chapters/site.ts";
import { checksOfFive, theFiveTests } from "./five/five-tests.ts";
import { restoredDisk, restoredFile, rolledBack } from "./five/stale-replica.ts";
import { fakeGcs, fakeGcsOnDisk } from "./servers/fake-gcs.ts";
import { minio } from "./servers/minio.ts";
import { realServerSuite } from "./servers/suite.ts";

for (const [kind, onDisk] of [
  [minio, minio],
  [fakeGcs, fakeGcsOnDisk],
] as const) {
  realServerSuite(kind, { checksMin: checksOfFive }, (server) => {
    let site: Site;
    beforeAll(async () => {
      site = await siteOn(server());
    });
    theFiveTests({
      name: kind.name,
      adapter: kind.protocol,
      place: () => site.place(),
      losing: (context) => restoredDisk(onDisk, context),
    });
  });
}

describe("on SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "fencepost-five-sqlite-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  const fresh = (): string => {
    files += 1;
    return join(folder, `${files}.db`);
  };
  theFiveTests({
    name: "SQLite",
    adapter: "sqlite",
    place: () => ({ url: `sqlite:${fresh()}`, environment: {} }),
    losing: () => restoredFile(fresh()),
  });
});

describe.each(["s3", "gcs"] as const)("on the test kit's own server of %s", (protocol) => {
  theFiveTests(
    {
      name: `the strict server of ${protocol}`,
      adapter: protocol,
      place() {
        throw new Error("here only writes are lost");
      },
      losing: (context) => rolledBack(protocol, context),
    },
    "T5",
  );
});
