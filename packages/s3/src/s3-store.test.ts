import { S3Client } from "@aws-sdk/client-s3";
import { startScriptedServer } from "@fencepost/testing";
import { describe, expect, it, vi } from "vitest";
import { bytes, client, credentials, outcome, storeAt, version } from "../test/scripted-s3.ts";
import { s3Store } from "./s3-store.ts";

describe("a store that reads ETags without quotes only", () => {
  it("gets them without, in every condition, while versions stay as they were received", async () => {
    await using server = await startScriptedServer([
      { status: 200, headers: { ETag: '"v2"' } },
      { status: 304 },
      { status: 204 },
    ]);
    const location = { bucket: "bucket", endpoint: server.url, unquotedETags: true };
    const store = s3Store(location, { client });
    const result = await store.put("key", bytes("text"), { matches: version }, {});
    expect(result).toEqual({ kind: "written", version: '"v2"' });
    await store.get("key", { unlessVersion: version });
    await store.delete("key", version, {});
    const conditions = server.requests.map(
      (sent) => sent.headers["if-match"] ?? sent.headers["if-none-match"],
    );
    expect(conditions).toEqual(["v1", "v1", "v1"]);
  });
});

describe("a signal", () => {
  const reason = new Error("the caller's own");
  const calls = ["get", "put", "delete", "list"] as const;
  const call = (
    name: (typeof calls)[number],
    url: string,
    signal: AbortSignal,
    lender?: S3Client,
  ): Promise<unknown> => {
    const store = storeAt(url, lender);
    if (name === "get") return store.get("key", { signal });
    if (name === "put") return store.put("key", bytes("text"), "absent", { signal });
    if (name === "delete") return store.delete("key", version, { signal });
    return store.list("", { signal })[Symbol.asyncIterator]().next();
  };

  it.each(calls)(
    "that has aborted before a %s throws its reason, and not even credentials are fetched",
    async (name) => {
      await using server = await startScriptedServer([]);
      const fetched = vi.fn(async () => credentials);
      const lender = new S3Client({ region: "us-east-1", credentials: fetched });
      await expect(call(name, server.url, AbortSignal.abort(reason), lender)).rejects.toBe(reason);
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  it.each(["get", "list"] as const)("ends a %s that hangs, with its reason", async (name) => {
    const controller = new AbortController();
    await using server = await startScriptedServer([{ hang: true, before: () => controller.abort(reason) }]);
    await expect(call(name, server.url, controller.signal)).rejects.toBe(reason);
  });

  it.each(["put", "delete"] as const)(
    "makes a %s that hangs unknown, as it may have landed",
    async (name) => {
      const controller = new AbortController();
      await using server = await startScriptedServer([
        { hang: true, before: () => controller.abort(reason) },
      ]);
      await expect(call(name, server.url, controller.signal)).resolves.toMatchObject({ kind: "unknown" });
    },
  );
});

describe("request parameters", () => {
  it("reach every path that knows them: a lock must be read with the key that it was written with", async () => {
    await using server = await startScriptedServer([
      { status: 404 },
      { status: 412 },
      { status: 412 },
      { status: 412 },
      { status: 500 },
    ]);
    const key = Buffer.alloc(32, 7).toString("base64");
    const store = s3Store(
      { bucket: "bucket", prefix: "in", endpoint: server.url },
      {
        client,
        requestParameters: {
          ExpectedBucketOwner: "111122223333",
          RequestPayer: "requester",
          SSECustomerAlgorithm: "AES256",
          SSECustomerKey: key,
        },
      },
    );
    for (const operation of ["get", "create", "replace", "delete", "list"] as const)
      await outcome(store, operation);
    const everywhere = { "x-amz-expected-bucket-owner": "111122223333", "x-amz-request-payer": "requester" };
    const withKey = {
      ...everywhere,
      "x-amz-server-side-encryption-customer-algorithm": "AES256",
      "x-amz-server-side-encryption-customer-key": key,
      "x-amz-server-side-encryption-customer-key-md5": expect.any(String),
    };
    const [get, create, replace, remove, list] = server.requests.map((sent) => sent.headers);
    for (const sent of [get, create, replace]) expect(sent).toMatchObject(withKey);
    for (const sent of [remove, list]) {
      expect(sent).toMatchObject(everywhere);
      expect(Object.keys(sent ?? {}).some((name) => name.includes("customer-key"))).toBe(false);
    }
  });
});

describe("what a store says of itself", () => {
  it("is its bucket, its prefix and, outside of AWS, where it is; and that equal bytes may be one version", () => {
    const store = s3Store("s3://bucket/a/b?endpoint=http://127.0.0.1:1", { client });
    expect(store.name).toBe("s3://bucket/a/b at http://127.0.0.1:1");
    const unquoted = "s3://bucket?endpoint=http://127.0.0.1:1&unquotedETags=true";
    expect(s3Store(unquoted, { client }).name).toBe("s3://bucket at http://127.0.0.1:1, ETags unquoted");
    expect(s3Store("s3://bucket/a/b?region=eu-west-1").name).toBe("s3://bucket/a/b");
    expect(store.capabilities).toEqual({
      uniqueVersions: false,
      clock: true,
      minWriteIntervalMs: 0,
      conditionalDelete: false,
      trusted: false,
    });
  });

  it("is known of AWS: conditions hold, those of a delete too", () => {
    vi.stubEnv("AWS_ENDPOINT_URL", undefined);
    vi.stubEnv("AWS_ENDPOINT_URL_S3", undefined);
    expect(s3Store("s3://bucket").capabilities).toMatchObject({ trusted: true, conditionalDelete: true });
    vi.unstubAllEnvs();
  });

  it("refuses options that it does not have", () => {
    expect(() => s3Store("s3://bucket", { cleint: client } as object)).toThrow(
      "s3Store has no option cleint",
    );
  });
});
