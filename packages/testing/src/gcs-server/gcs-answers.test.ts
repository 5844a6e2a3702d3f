/** What a request is answered: over the wire, with nothing but fetch. */
import { afterEach, describe, expect, it } from "vitest";
import { askingOf, multipart, objects, uploads } from "../../test/gcs-asking.ts";
import type { ObjectServer } from "../object-server/object-server.ts";
import { profileLike } from "../object-server/profile.ts";
import { type GcsServerOptions, startGcsServer } from "./gcs-server.ts";
import { gcsProfiles } from "./profiles.ts";

const quick = profileLike(gcsProfiles.gcs, { changeEveryMs: 0 });
let server: ObjectServer;
afterEach(() => server?.close());

async function started(options: GcsServerOptions = { profile: quick }): Promise<void> {
  server = await startGcsServer(options);
}

const { ask, write, patch } = askingOf(() => server.url);

describe("an answer", () => {
  it("with bytes carries generation, metageneration, hashes, times, and metadata on the XML API alone", async () => {
    await started();
    const resource = { name: "k", metadata: { Writer: "us" }, cacheControl: "no-store" };
    const { json } = await ask("POST", `${uploads}?uploadType=multipart`, multipart(resource, "one"));
    const expected = {
      "x-goog-generation": json.generation,
      "x-goog-metageneration": "1",
      "x-goog-hash": "crc32c=KpSy6Q==,md5=+XxdKZQb+xsv2rCHSQargg==",
      "x-goog-stored-content-length": "3",
      "content-length": "3",
      "content-type": "text/plain",
      "cache-control": "no-store",
      date: expect.stringMatching(/GMT$/),
      "last-modified": expect.stringMatching(/GMT$/),
    };
    const media = await ask("GET", `${objects}/k?alt=media`);
    expect(media.headers).toMatchObject(expected);
    expect(media.headers).not.toHaveProperty("x-goog-meta-writer");
    const xml = await ask("GET", "/bucket/k");
    expect(xml.headers).toMatchObject({ ...expected, "x-goog-meta-writer": "us" });
    const head = await ask("HEAD", "/bucket/k");
    expect(head).toMatchObject({ status: 200, text: "", headers: { "x-goog-meta-writer": "us" } });
  });

  it("names what is missing, each interface in its words", async () => {
    await started();
    expect((await ask("GET", `${objects}/none`)).json.error).toEqual({
      code: 404,
      message: "No such object: bucket/none",
      errors: [{ message: "No such object: bucket/none", domain: "global", reason: "notFound" }],
    });
    expect((await ask("GET", `${objects}/none?alt=media`)).text).toBe("No such object: bucket/none");
    expect((await ask("GET", "/bucket/none")).text).toContain("<Code>NoSuchKey</Code>");
    expect((await ask("GET", "/nobucket/none")).text).toContain("<Code>NoSuchBucket</Code>");
    for (const target of ["/storage/v1/b/nobucket", "/storage/v1/b/nobucket/o", "/storage/v1/b/nobucket/o/x"])
      expect((await ask("GET", target)).json.error.message).toBe("The specified bucket does not exist.");
  });

  it("gives a refused condition Google's reason", async () => {
    await started();
    expect((await write("k", "one", "&ifGenerationMatch=5")).json.error).toMatchObject({
      code: 412,
      errors: [{ reason: "conditionNotMet", domain: "global", location: "If-Match", locationType: "header" }],
    });
  });

  it.each([
    ["PUT", `${objects}/k`, {}],
    ["GET", "/storage/v1/b", {}],
    ["POST", "/batch/storage/v1", {}],
    ["GET", "/", {}],
    ["GET", `${objects}?versions=true`, {}],
    ["PUT", "/bucket/k", {}],
    ["GET", "/bucket/k", { Range: "bytes=0-1" }],
    ["GET", "/bucket/k", { "If-None-Match": "x" }],
    ["GET", "/bucket/k", { "x-goog-encryption-algorithm": "AES256" }],
  ])("to what is not supported, %s %s %j, is 501", async (method, target, headers: HeadersInit) => {
    await started();
    expect((await ask(method, target, { headers })).status).toBe(501);
  });
});

describe("a patch", () => {
  it("changes what it names, removes what it nulls, and raises the metageneration alone", async () => {
    await started();
    const resource = { name: "k", metadata: { a: "1", b: "2" }, cacheControl: "no-store" };
    const { json } = await ask("POST", `${uploads}?uploadType=multipart`, multipart(resource, "one"));
    const after = (await patch("k", { metadata: { a: null, c: "3" }, cacheControl: null })).json;
    expect(after).toMatchObject({
      metadata: { b: "2", c: "3" },
      generation: json.generation,
      metageneration: "2",
    });
    expect(after.metadata).not.toHaveProperty("a");
    expect(after).not.toHaveProperty("cacheControl");
    expect(after.etag).not.toBe(json.etag);
    expect((await patch("k", { metadata: null })).json).not.toHaveProperty("metadata");
  });
});

describe("a list", () => {
  it("goes through all names page by page, folds them at a delimiter, and shows the fields asked for", async () => {
    await started();
    for (const name of ["b", "a/1", "a/2", "a/b/1", "c/1"]) await write(name, "x");
    const list = async (query: string) => (await ask("GET", `${objects}?${query}`)).json;
    expect(await list("prefix=a/&fields=items(name)")).toEqual({
      items: [{ name: "a/1" }, { name: "a/2" }, { name: "a/b/1" }],
    });
    expect(await list("delimiter=/&fields=items/name,prefixes")).toEqual({
      items: [{ name: "b" }],
      prefixes: ["a/", "c/"],
    });
    const seen: string[] = [];
    let token = "";
    for (let page = 0; page < 9; page += 1) {
      const {
        items = [],
        prefixes = [],
        nextPageToken,
      } = await list(`delimiter=/&maxResults=1&pageToken=${token}`);
      seen.push(...prefixes, ...items.map(({ name }: { name: string }) => name));
      if (nextPageToken === undefined) break;
      token = encodeURIComponent(nextPageToken);
    }
    expect(seen).toEqual(["a/", "b", "c/"]);
    expect(await list("prefix=none")).toEqual({ kind: "storage#objects" });
    expect((await ask("GET", `${objects}?maxResults=0`)).status).toBe(400);
  });
});

describe("a bucket", () => {
  it("is there, or is made once", async () => {
    await started({ buckets: ["first"] });
    expect((await ask("GET", "/storage/v1/b/first")).json).toMatchObject({
      name: "first",
      kind: "storage#bucket",
    });
    const make = (name: string) => ask("POST", "/storage/v1/b?project=p", { body: JSON.stringify({ name }) });
    expect([(await make("second")).status, (await make("second")).status, (await make("X")).status]).toEqual([
      200, 409, 400,
    ]);
    expect((await ask("GET", "/b/second")).status).toBe(200);
  });
});

describe("one object", () => {
  it("takes one change a second by the server's clock, whatever its condition; others are not touched", async () => {
    let nowMs = Date.UTC(2026, 10, 30);
    const clock = { wallMs: () => nowMs, monotonicMs: () => nowMs, sleep: () => Promise.resolve() };
    await started({ clock });
    expect((await write("k", "one")).status).toBe(200);
    nowMs += 999;
    for (const answer of [
      await write("k", "two", "&ifGenerationMatch=0"),
      await patch("k", {}),
      await ask("DELETE", `${objects}/k`),
    ]) {
      expect(answer.status).toBe(429);
      expect(answer.json.error.errors[0]).toMatchObject({
        reason: "rateLimitExceeded",
        domain: "usageLimits",
      });
    }
    expect((await write("other", "one")).status).toBe(200);
    nowMs += 1;
    expect((await write("k", "two", "&ifGenerationMatch=0")).status).toBe(412);
    expect((await write("k", "two")).status).toBe(200);
  });
});

describe("the profile of fake-gcs", () => {
  it("passes read, delete and patch conditions over, and deletes with a 200", async () => {
    await started({ profile: gcsProfiles["fake-gcs"] });
    const { json } = await write("k", "one");
    expect((await ask("GET", `${objects}/k?ifGenerationNotMatch=${json.generation}`)).status).toBe(200);
    expect((await patch("k", {}, "?ifGenerationMatch=5")).json.metageneration).toBe("1");
    expect((await write("k", "two", "&ifGenerationMatch=5")).status).toBe(412);
    expect(await ask("DELETE", `${objects}/k?ifGenerationMatch=5`)).toMatchObject({
      status: 200,
      text: "null",
    });
    expect((await ask("GET", "/bucket/k")).text).toBe("Not Found\n");
  });
});

describe("a fault", () => {
  const token = { headers: { Authorization: "Bearer t" } };

  it("denies in Google's words: 401 to whom nobody knows, 403 to whom it knows and on the XML API", async () => {
    await started();
    await write("k", "one");
    const heal = server.fault({ action: { kind: "deny", what: "always" } });
    const anonymous = await ask("GET", `${objects}/k`);
    expect(anonymous).toMatchObject({ status: 401, json: { error: { errors: [{ reason: "required" }] } } });
    const known = await ask("DELETE", `${objects}/k`, token);
    expect(known).toMatchObject({ status: 403, json: { error: { errors: [{ reason: "forbidden" }] } } });
    expect(known.json.error.message).toContain("storage.objects.delete");
    expect(await ask("GET", "/bucket/k")).toMatchObject({
      status: 403,
      text: expect.stringContaining("<Code>AccessDenied"),
    });
    heal();
    server.fault({ action: { kind: "deny", what: "missing" } });
    expect((await ask("GET", `${objects}/k`, token)).status).toBe(200);
    expect((await ask("GET", `${objects}/none`, token)).status).toBe(403);
    expect((await write("none", "one")).status).toBe(200);
  });

  it.each([
    [409, "conflict"],
    [429, "rateLimitExceeded"],
    [500, "backendError"],
    [503, "backendError"],
  ] as const)("answers %s in Google's words, %s", async (status, reason) => {
    await started();
    server.fault({ action: { kind: "answer", status } });
    expect(await ask("GET", `${objects}/k`)).toMatchObject({
      status,
      json: { error: { code: status, errors: [{ reason }] } },
    });
    expect(await ask("GET", "/bucket/k")).toMatchObject({ status, text: expect.stringMatching(/<Code>\w/) });
  });
});
