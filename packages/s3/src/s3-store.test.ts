import type { Version } from "@fencepost/core";
import { type ScriptedStep, startScriptedServer } from "@fencepost/testing";
import { describe, expect, it, vi } from "vitest";
import { bytes, client, outcome, storeAt, version, xml } from "../test/scripted-s3.ts";
import { s3Store } from "./s3-store.ts";

const date = "Mon, 30 Nov 2026 18:00:10 GMT";
const nowMs = Date.UTC(2026, 10, 30, 18, 0, 10);
const headers = { Date: date, "Last-Modified": "Mon, 30 Nov 2026 18:00:00 GMT", ETag: '"v1"' };

describe("a read", () => {
  it("gives body, metadata, version and times of one answer, and asks once", async () => {
    await using server = await startScriptedServer([
      { status: 200, headers: { ...headers, "x-amz-meta-id": "1" }, body: "text" },
    ]);
    expect(await storeAt(server.url).get("a/grün", {})).toEqual({
      kind: "found",
      body: bytes("text"),
      metadata: { id: "1" },
      version,
      times: { nowMs, ageMs: 10_000, resolutionMs: 1_000 },
    });
    expect(server.requests[0]).toMatchObject({ method: "GET", path: "/bucket/in/a/gr%C3%BCn" });
    expect(server.requests[0]?.headers["if-none-match"]).toBeUndefined();
  });

  it("gives an empty body for an empty object", async () => {
    await using server = await startScriptedServer([{ status: 200, headers }]);
    expect(await storeAt(server.url).get("key", {})).toMatchObject({ kind: "found", body: new Uint8Array() });
  });

  it("asks with the version that the caller has, exactly as it was received", async () => {
    await using server = await startScriptedServer([{ status: 304, headers }]);
    const found = await storeAt(server.url).get("key", { unlessVersion: version });
    expect(found).toEqual({ kind: "unchanged", times: { nowMs, ageMs: 10_000, resolutionMs: 1_000 } });
    expect(server.requests[0]?.headers["if-none-match"]).toBe('"v1"');
  });

  it("is unchanged too where the store sends the same version again in spite of it", async () => {
    await using server = await startScriptedServer([{ status: 200, headers, body: "text" }]);
    expect(await storeAt(server.url).get("key", { unlessVersion: version })).toMatchObject({
      kind: "unchanged",
    });
  });

  it("says nothing of age after a 304 without Last-Modified", async () => {
    await using server = await startScriptedServer([{ status: 304, headers: { Date: date } }]);
    const found = await storeAt(server.url).get("key", { unlessVersion: version });
    expect(found).toEqual({ kind: "unchanged", times: undefined });
  });

  it("does not take a 304 for an answer to a read without a version", async () => {
    await using server = await startScriptedServer([{ status: 304, headers }]);
    await expect(storeAt(server.url).get("key", {})).rejects.toMatchObject({
      code: "unavailable",
      message: "the store answered 304 to a read without a condition",
    });
  });

  it.each<[string, Record<string, string>, number | undefined]>([
    ["the Date of the answer", { Date: date }, nowMs],
    ["unknown without a Date", {}, undefined],
    ["unknown if a cache has answered", { Date: date, Age: "3" }, undefined],
  ])("of a missing object starts tokens at %s", async (_, given, tokenSeed) => {
    await using server = await startScriptedServer([{ status: 404, headers: given, body: xml("NoSuchKey") }]);
    expect(await storeAt(server.url).get("key", {})).toEqual({ kind: "absent", tokenSeed });
  });

  it.each([
    ["without an ETag", {}, "without an ETag"],
    [
      "with a weak ETag, as a proxy makes it that compresses",
      { ETag: 'W/"v1"' },
      'with the weak ETag W/"v1"',
    ],
  ])("%s is of a store that cannot be used", async (_, given, says) => {
    await using server = await startScriptedServer([{ status: 200, headers: given, body: "text" }]);
    const found = await outcome(storeAt(server.url), "get");
    expect(found.kind).toBe("unsupported-store");
    expect(found.says).toContain(says);
  });

  it("whose body breaks off is unavailable, not a shorter object", async () => {
    await using server = await startScriptedServer([{ status: 200, headers, body: "text", cut: "middle" }]);
    expect(await outcome(storeAt(server.url), "get")).toMatchObject({ kind: "unavailable" });
  });
});

describe("a write", () => {
  const written: ScriptedStep = { status: 200, headers: { ETag: '"v2"' } };

  it("that creates is sent on the condition that there is nothing", async () => {
    await using server = await startScriptedServer([written]);
    const result = await storeAt(server.url).put("key", bytes("text"), "absent", { metadata: { id: "1" } });
    expect(result).toEqual({ kind: "written", version: '"v2"' });
    const [sent] = server.requests;
    expect(sent).toMatchObject({ method: "PUT", path: "/bucket/in/key", text: "text" });
    expect(sent?.headers).toMatchObject({ "if-none-match": "*", "x-amz-meta-id": "1" });
    expect(sent?.headers["if-match"]).toBeUndefined();
  });

  it.each(['"v1"', "v1"])("that replaces %s names it exactly as it was received", async (received) => {
    await using server = await startScriptedServer([written]);
    await storeAt(server.url).put("key", bytes("text"), { matches: received as Version }, {});
    expect(server.requests[0]?.headers["if-match"]).toBe(received);
    expect(server.requests[0]?.headers["if-none-match"]).toBeUndefined();
  });

  it.each(['"v2"', "v2"])("gives the version %s as it was received", async (received) => {
    await using server = await startScriptedServer([{ status: 200, headers: { ETag: received } }]);
    const result = await storeAt(server.url).put("key", bytes("text"), "absent", {});
    expect(result).toEqual({ kind: "written", version: received });
  });

  it.each([{}, { ETag: 'W/"v2"' }])("that is answered without a version (%j) is unknown", async (given) => {
    await using server = await startScriptedServer([{ status: 200, headers: given }]);
    expect(await outcome(storeAt(server.url), "create")).toMatchObject({ kind: "unknown" });
  });

  it("takes no checksum along outside of AWS, which would break other stores", async () => {
    await using server = await startScriptedServer([written]);
    await storeAt(server.url).put("key", bytes("text"), "absent", {});
    expect(
      Object.keys(server.requests[0]?.headers ?? {}).filter((name) => name.includes("checksum")),
    ).toEqual([]);
  });
});

describe("a delete", () => {
  it("names the version, and gives it back", async () => {
    await using server = await startScriptedServer([{ status: 204 }]);
    expect(await storeAt(server.url).delete("key", version, {})).toEqual({ kind: "written", version });
    expect(server.requests[0]).toMatchObject({ method: "DELETE", path: "/bucket/in/key" });
    expect(server.requests[0]?.headers["if-match"]).toBe('"v1"');
  });
});

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

describe("a list", () => {
  const page = (keys: readonly string[], next = "", encoding = "<EncodingType>url</EncodingType>"): string =>
    `<?xml version="1.0"?><ListBucketResult>${encoding}<IsTruncated>${next !== ""}</IsTruncated>` +
    `${next && `<NextContinuationToken>${next}</NextContinuationToken>`}` +
    `${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}</ListBucketResult>`;

  it("gives the keys of every page without the store's prefix, a request for each page", async () => {
    await using server = await startScriptedServer([
      { status: 200, body: page(["in/a1", "in/a+b%2Bc%20d"], "more") },
      { status: 200, body: page(["in/a2", "elsewhere"]) },
    ]);
    const keys: string[] = [];
    for await (const key of storeAt(server.url).list("a", {})) keys.push(key);
    expect(keys).toEqual(["a1", "a b+c d", "a2"]);
    expect(server.requests.map((sent) => sent.query.get("prefix"))).toEqual(["in/a", "in/a"]);
    expect(server.requests.map((sent) => sent.query.get("continuation-token"))).toEqual([null, "more"]);
  });

  it("decodes no key that the store has not encoded", async () => {
    await using server = await startScriptedServer([{ status: 200, body: page(["in/a+b%20c"], "", "") }]);
    expect((await outcome(storeAt(server.url), "list")).says).toBe("a+b%20c");
  });

  it("that says it goes on, but not where, is an error and no endless loop", async () => {
    await using server = await startScriptedServer([
      { status: 200, body: page(["in/a"], "same") },
      { status: 200, body: page(["in/b"], "same") },
    ]);
    expect(await outcome(storeAt(server.url), "list")).toMatchObject({ kind: "unsupported-store" });
  });

  it("asks for no further page once nobody reads on", async () => {
    await using server = await startScriptedServer([{ status: 200, body: page(["in/a"], "more") }]);
    for await (const key of storeAt(server.url).list("", {})) {
      expect(key).toBe("a");
      break;
    }
  });
});

describe("a signal", () => {
  const reason = new Error("the caller's own");
  const calls = ["get", "put", "delete", "list"] as const;
  const call = (name: (typeof calls)[number], url: string, signal: AbortSignal): Promise<unknown> => {
    const store = storeAt(url);
    if (name === "get") return store.get("key", { signal });
    if (name === "put") return store.put("key", bytes("text"), "absent", { signal });
    if (name === "delete") return store.delete("key", version, { signal });
    return store.list("", { signal })[Symbol.asyncIterator]().next();
  };

  it.each(calls)("that has aborted before a %s throws its reason, and nothing is sent", async (name) => {
    await using server = await startScriptedServer([]);
    await expect(call(name, server.url, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

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
  it("is its bucket and prefix, and that equal bytes may be one version", () => {
    const store = s3Store("s3://bucket/a/b?endpoint=http://127.0.0.1:1", { client });
    expect(store.name).toBe("s3://bucket/a/b");
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
