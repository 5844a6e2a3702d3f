import { startScriptedServer } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { routes } from "../test/google.ts";
import { check, misconfigured, reads, unavailable, undecided } from "../test/quirk-proofs.ts";
import type { StorageLike } from "./gcs-options.ts";
import { anything, writes } from "./gcs-quirk.ts";
import { gcsStore } from "./gcs-store.ts";

describe.each(routes)("without a connection nothing is sent, over $by", ({ storeAt }) => {
  it("no-connection: nobody listens there", async () => {
    const server = await startScriptedServer([]);
    await server.close();
    for (const operation of writes) {
      await check(storeAt(server.url), operation, undecided(/no answer \(.*ECONNREFUSED.*\)$/));
    }
    for (const operation of reads) {
      await check(storeAt(server.url), operation, unavailable(/ECONNREFUSED.*: check the endpoint, and/));
    }
  });

  it("no-tls: https where only http is spoken", async () => {
    await using server = await startScriptedServer([]);
    const store = storeAt(server.url.replace("http:", "https:"));
    for (const operation of anything)
      await check(store, operation, misconfigured(/: check the endpoint \(http or/));
  });
});

describe("a broken handshake", () => {
  it.each(["CERT_HAS_EXPIRED", "SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"])(
    "no-tls: %s",
    async (code) => {
      const request = (): Promise<never> => Promise.reject(Object.assign(new Error("certificate"), { code }));
      const authClient = { getRequestHeaders: () => Promise.resolve({}), request };
      const storage = { apiEndpoint: "https://storage.googleapis.com", authClient };
      const store = gcsStore("gs://bucket", { storage });
      for (const operation of anything) await check(store, operation, misconfigured(/its certificate and/));
    },
  );
});

it("a read that may succeed later leaves it to core to say what was read from where; a list says it itself", async () => {
  const server = await startScriptedServer([]);
  await server.close();
  for (const { storeAt } of routes) {
    await check(
      storeAt(server.url),
      "get",
      unavailable(/^the store gave no answer \(.+\): check the endpoint/),
    );
    await check(
      storeAt(server.url),
      "list",
      unavailable(/^could not list gs:\/\/bucket\/app\/ at .+: the store gave/),
    );
  }
});

describe("an answer without a final status", () => {
  it.each([0, 103])("no-answer: %d", async (status) => {
    const request = (): Promise<object> => Promise.resolve({ status, headers: {}, data: Buffer.from("") });
    const authClient = { getRequestHeaders: () => Promise.resolve({}), request };
    const store = gcsStore("gs://bucket", {
      storage: { apiEndpoint: "https://storage.googleapis.com", authClient },
    });
    for (const operation of writes) await check(store, operation, { kind: "unknown" });
    for (const operation of reads) await check(store, operation, unavailable(/the store gave no answer$/));
  });
});

describe("without an access token nothing is sent", () => {
  const lending = (error: object): StorageLike => ({
    apiEndpoint: "https://storage.googleapis.com",
    authClient: {
      getRequestHeaders: () => Promise.reject(error),
      request: () => expect.unreachable("a request was sent"),
    },
  });
  const failed = (message: string, details: object): Error => Object.assign(new Error(message), details);

  it.each<[string, object]>([
    ["no-token-yet: its service cannot be reached", failed("no host", { code: "ENOTFOUND" })],
    ["no-token-yet: its service is down", failed("down", { code: "503", response: { status: 503 } })],
    ["no-token-yet: its service says not now", failed("slow", { status: 429 })],
    ["no-token-yet: the connection broke below", failed("fetch failed", { cause: { code: "ECONNRESET" } })],
  ])("%s", async (_, error) => {
    const store = gcsStore("gs://bucket/app", { storage: lending(error) });
    for (const operation of writes) await check(store, operation, undecided(/^no access token \(.+\)$/));
    for (const operation of reads)
      await check(store, operation, unavailable(/(^|: )no access token \(.+\)$/));
  });

  it.each<[string, object]>([
    ["no-token: there are no credentials", failed("Could not load the default credentials.", {})],
    ["no-token: their file is missing", failed("no file", { code: "ENOENT" })],
    ["no-token: they are refused", failed("invalid_grant", { code: "400", response: { status: 400 } })],
  ])("%s", async (_, error) => {
    const store = gcsStore("gs://bucket/app", { storage: lending(error) });
    for (const operation of anything) {
      await check(
        store,
        operation,
        misconfigured(/: no access token \(.+\): set GOOGLE_APPLICATION_CREDENTIALS/),
      );
    }
  });
});
