/** The demo with its lease in a bucket; the ledger stays a file of this machine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLedger } from "../packages/cli/src/demo/ledger/ledger.ts";
import { termsOf } from "../packages/cli/src/demo/ledger/terms.ts";
import { startDemo } from "./processes/demo.ts";
import { fakeGcs } from "./servers/fake-gcs.ts";
import { minio } from "./servers/minio.ts";
import type { RealServer } from "./servers/server.ts";
import { realServerSuite } from "./servers/suite.ts";
import { versitygw } from "./servers/versitygw.ts";
import { witnessOf } from "./servers/witness.ts";
import { storeOn } from "./stores/server-store.ts";

let temporary = "";
beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "fencepost-demo-test-"));
});
afterAll(() => rmSync(temporary, { recursive: true }));

for (const kind of [minio, fakeGcs, versitygw]) realServerSuite(kind, { checksMin: 1 }, demoSuite);

function demoSuite(server: () => RealServer): void {
  test("the demo succeeds, and leaves the lease's record in the bucket with the last token, free", async () => {
    const witness = witnessOf(server());
    const bucket = "demo-in-a-bucket";
    await witness.makeBucket(bucket);
    const { url, prefix, environment } = storeOn(server(), bucket);
    const ledger = join(temporary, `${prefix}.jsonl`);

    const demo = startDemo({ temporary, environment }, "--store", url, "--ledger", ledger);
    const code = await demo.ended;
    expect(demo.output()).not.toContain("FAILED");
    expect(code).toBe(0);

    const records = await witness.keys(bucket, `${prefix}/_fencepost/leases/`);
    expect(records).toEqual([expect.stringMatching(/\/demo\/[0-9a-f]{8}\.json$/)]);
    const body = Buffer.from((await witness.read(bucket, records[0] ?? "")) ?? []).toString();
    const tokens = termsOf(readLedger(ledger)).map(({ token }) => token);
    expect(tokens).toHaveLength(3);
    expect(JSON.parse(body)).toMatchObject({ state: "free", token: tokens.at(-1) });
  });
}
