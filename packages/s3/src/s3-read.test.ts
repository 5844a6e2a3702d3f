import { startScriptedServer } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { bytes, outcome, storeAt, version, xml } from "../test/scripted-s3.ts";

const date = "Mon, 30 Nov 2026 18:00:10 GMT";
const nowMs = Date.UTC(2026, 10, 30, 18, 0, 10);
const headers = { Date: date, "Last-Modified": "Mon, 30 Nov 2026 18:00:00 GMT", ETag: '"v1"' };

describe("a read", () => {
  it("gives body, metadata, content type, version and times of one answer, and asks once", async () => {
    await using server = await startScriptedServer([
      {
        status: 200,
        headers: { ...headers, "x-amz-meta-id": "1", "Content-Type": "text/csv" },
        body: "text",
      },
    ]);
    expect(await storeAt(server.url).get("a/grün", {})).toEqual({
      kind: "found",
      body: bytes("text"),
      metadata: { id: "1" },
      contentType: "text/csv",
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

  it("that meets a page in place of S3's XML is told in the words of the page", async () => {
    await using server = await startScriptedServer([{ status: 502, body: "<html>Bad\n <b>gateway</html>" }]);
    const found = await outcome(storeAt(server.url), "get");
    expect(found).toMatchObject({
      kind: "unavailable",
      says: "the store answered 502 (<html>Bad <b>gateway</html>)",
    });
  });

  it("that meets a page with 404, which no store has written, is not taken for absent", async () => {
    await using server = await startScriptedServer([{ status: 404, body: "404 page not found\n" }]);
    expect(await outcome(storeAt(server.url), "get")).toEqual({
      kind: "misconfigured",
      says: 'could not read "key" in s3://bucket/in: the store answered 404 (404 page not found): create the bucket, or correct its name or the endpoint',
      error: expect.any(Error),
    });
  });

  it("whose body breaks off is unavailable, not a shorter object", async () => {
    await using server = await startScriptedServer([{ status: 200, headers, body: "text", cut: "middle" }]);
    expect(await outcome(storeAt(server.url), "get")).toMatchObject({ kind: "unavailable" });
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
      { status: 200, body: page(["in/a2", "in/b", "elsewhere/a"]) },
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
