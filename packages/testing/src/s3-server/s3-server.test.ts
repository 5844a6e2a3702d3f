/** The server as plain HTTP sees it. What SDKs make of it is shown in integration/. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { Hold } from "../faults/hold.ts";
import { profileLike } from "../object-server/profile.ts";
import { createWorld } from "../world/world.ts";
import { type S3Provider, s3Profiles } from "./profiles/profiles.ts";
import { startS3Server } from "./s3-server.ts";

async function ask(url: string, method = "GET", headers: Record<string, string> = {}, body?: string) {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  return { status: answer.status, headers: answer.headers, text, code };
}
const put = (url: string, body: string, headers: Record<string, string> = {}) =>
  ask(url, "PUT", headers, body);

describe("an S3 server", () => {
  it("keeps bytes, type and metadata, and gives them back with the hash of the bytes and the time", async () => {
    const { clock } = createWorld().process("server");
    await using server = await startS3Server({ clock });
    const url = `${server.url}/bucket/a%20folder/%C3%BC+%21`;
    const written = await put(url, "one", { "content-type": "text/x-test", "x-amz-meta-who": "me" });
    const etag = `"${createHash("md5").update("one").digest("hex")}"`;
    expect([written.status, written.headers.get("etag")]).toEqual([200, etag]);
    const read = await ask(url);
    expect([read.text, Object.fromEntries(read.headers)]).toMatchObject([
      "one",
      {
        etag,
        "content-type": "text/x-test",
        "x-amz-meta-who": "me",
        "last-modified": new Date(clock.wallMs()).toUTCString(),
        date: new Date(clock.wallMs()).toUTCString(),
      },
    ]);
    const head = await ask(url, "HEAD");
    expect([head.text, head.headers.get("content-length")]).toEqual(["", "3"]);
    expect(server.log.requests.map(({ operation, key, decided }) => [operation, key, decided])).toEqual([
      ["PutObject", "a folder/ü+!", "written"],
      ["GetObject", "a folder/ü+!", "found"],
      ["HeadObject", "a folder/ü+!", "found"],
    ]);
  });

  it("removes, and says nothing of what was not there", async () => {
    await using server = await startS3Server();
    const url = `${server.url}/bucket/k`;
    await put(url, "one");
    expect([(await ask(url, "DELETE")).status, (await ask(url, "DELETE")).status]).toEqual([204, 204]);
    expect(await ask(url)).toMatchObject({ status: 404, code: "NoSuchKey" });
    expect(server.revision).toBe(2);
  });

  it("reads the bucket from the host, if that lies below its domain", async () => {
    await using server = await startS3Server({ buckets: ["b"], domain: "s3.test" });
    await put(`${server.url}/b/k`, "one");
    const call = request(`${server.url}/k`, { headers: { host: "b.s3.test:81" } }).end();
    const [answer] = await once(call, "response");
    expect((await answer.toArray()).join("")).toBe("one");
  });

  it("makes buckets, and refuses what lies in none", async () => {
    await using server = await startS3Server({ buckets: [] });
    const url = `${server.url}/new`;
    expect(await put(`${url}/k`, "one")).toMatchObject({ status: 404, code: "NoSuchBucket" });
    expect((await ask(url, "HEAD")).status).toBe(404);
    expect((await ask(url, "PUT")).status).toBe(200);
    expect(await ask(url, "PUT")).toMatchObject({ status: 409, code: "BucketAlreadyOwnedByYou" });
    expect([(await ask(url, "HEAD")).status, (await put(`${url}/k`, "one")).status]).toEqual([200, 200]);
    expect((await ask(`${url}?location`)).text).toContain("<LocationConstraint></LocationConstraint>");
  });

  it.each([
    ["GET", "", {}],
    ["GET", "bucket", {}],
    ["GET", "bucket?list-type=2&allow-unordered=true", {}],
    ["DELETE", "bucket", {}],
    ["POST", "bucket/k?uploads", {}],
    ["GET", "bucket/k?versionId=1", {}],
    ["GET", "bucket/k", { range: "bytes=0-1" }],
    ["PUT", "bucket/k", { "x-amz-copy-source": "bucket/other" }],
    ["GET", "bucket/k", { "if-unmodified-since": "Mon, 30 Nov 2026 21:27:43 GMT" }],
  ])("answers 501 to %s /%s %o, which it does not do", async (method, path, headers) => {
    await using server = await startS3Server();
    await put(`${server.url}/bucket/k`, "one");
    const before = server.revision;
    expect(await ask(`${server.url}/${path}`, method, headers as Record<string, string>)).toMatchObject({
      status: 501,
      code: "NotImplemented",
    });
    expect(server.revision).toBe(before);
  });

  it.each<[Record<string, string>, string]>([
    [{ "content-md5": "AAAAAAAAAAAAAAAAAAAAAA==" }, "BadDigest"],
    [{ "x-amz-content-sha256": "0".repeat(64) }, "XAmzContentSHA256Mismatch"],
    [{ "x-amz-checksum-crc32": "AAAAAA==" }, "BadDigest"],
    [{ "x-amz-checksum-sha256": "AAAA" }, "BadDigest"],
    [{ "content-encoding": "aws-chunked" }, "IncompleteBody"],
    [{ "x-amz-decoded-content-length": "9" }, "IncompleteBody"],
  ])("takes no bytes that are not those of %o", async (headers, code) => {
    await using server = await startS3Server();
    expect(await put(`${server.url}/bucket/k`, "one", headers)).toMatchObject({ status: 400, code });
    expect(server.revision).toBe(0);
  });

  it("refuses a key that is too long, and one that is not UTF-8", async () => {
    await using server = await startS3Server();
    expect(await put(`${server.url}/bucket/${"k".repeat(1025)}`, "")).toMatchObject({
      code: "KeyTooLongError",
    });
    expect(await put(`${server.url}/bucket/%ff`, "")).toMatchObject({ code: "InvalidArgument" });
  });

  it("gives the loser of a real race a 409 on AWS, a 412 on MinIO and a 500 on Ceph", async () => {
    const outcomes = await Promise.all((["aws", "minio", "ceph"] as const).map(raceOn));
    expect(outcomes).toEqual([
      { status: 409, code: "ConditionalRequestConflict" },
      { status: 412, code: "PreconditionFailed" },
      { status: 500, code: "UnknownError" },
    ]);
  });

  /** Two replaces of one version; the first to come is held until the second has ended. */
  async function raceOn(profile: S3Provider): Promise<{ status: number; code: string | undefined }> {
    await using server = await startS3Server({ profile });
    const url = `${server.url}/bucket/k`;
    const etag = (await put(url, "one")).headers.get("etag")?.replaceAll('"', "") ?? "";
    const hold = new Hold();
    server.fault({ first: 1, action: { kind: "delay", hold } });
    const held = put(url, "two", { "if-match": etag });
    await hold.untilCaught();
    expect((await put(url, "three", { "if-match": etag })).status).toBe(200);
    await hold.letGo();
    const { status, code } = await held;
    expect((await ask(url)).text).toBe("three");
    return { status, code };
  }

  it("takes one write a second to one key on R2, and looks at no condition before that", async () => {
    const world = createWorld();
    await using server = await startS3Server({ profile: "r2", clock: world.process("server").clock });
    const url = `${server.url}/bucket/k`;
    expect((await put(url, "one")).status).toBe(200);
    expect((await put(`${url}2`, "one")).status).toBe(200);
    expect(await put(url, "two", { "if-none-match": "*" })).toMatchObject({
      status: 429,
      code: "TooManyRequests",
    });
    await world.advance(1_000);
    expect((await put(url, "two")).status).toBe(200);
  });

  it("keeps an object from being a folder on versitygw, and a folder from being an object", async () => {
    await using server = await startS3Server({ profile: "versitygw" });
    await put(`${server.url}/bucket/a/b`, "one");
    expect(await put(`${server.url}/bucket/a/b/c`, "two")).toMatchObject({ code: "ObjectParentIsFile" });
    expect(await put(`${server.url}/bucket/a`, "two")).toMatchObject({ code: "ExistingObjectIsDirectory" });
  });

  it("gives equal bytes one ETag, and each write its own where the profile says so", async () => {
    const unique = profileLike(s3Profiles.aws, { etag: "unique" });
    for (const [profile, distinct] of [
      ["aws", 1],
      [unique, 2],
    ] as const) {
      await using server = await startS3Server({ profile });
      const one = await put(`${server.url}/bucket/k`, "same");
      const two = await put(`${server.url}/bucket/k`, "same");
      expect(new Set([one.headers.get("etag"), two.headers.get("etag")]).size).toBe(distinct);
    }
  });

  it.each(Object.values(s3Profiles))(
    "says of each row of $name where it is from",
    ({ name, facts, prices }) => {
      expect(s3Profiles[name as S3Provider].name).toBe(name);
      for (const { source } of Object.values(facts))
        expect(source).toMatch(/^https:\/\/|\d+\.\d+|\d{4}-\d\d-\d\d/);
      if (prices) expect(prices.source).toMatch(/^https:\/\/.*20\d\d/);
    },
  );

  it("bills what was refused, and no errors of its own", async () => {
    await using server = await startS3Server();
    const url = `${server.url}/bucket/k`;
    await put(url, "one");
    await put(url, "two", { "if-none-match": "*" });
    await ask(url);
    await ask(`${server.url}/bucket?list-type=2`);
    await ask(url, "DELETE");
    server.fault({ action: { kind: "answer", status: 503 } });
    await put(url, "three");
    expect(server.log.counts()).toEqual({ A: 3, B: 1, free: 2 });
  });
});
