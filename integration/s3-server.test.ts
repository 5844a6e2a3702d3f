/** The test kit's S3 through other people's SDKs and ours: with signatures looked at, on every profile. */

import { once } from "node:events";
import { request } from "node:http";
import { Readable } from "node:stream";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { createCoordinator, isCoordinationError, type Store, systemClock } from "@fencepost/core";
import { s3Store } from "@fencepost/s3";
import {
  profileLike,
  runConformance,
  type S3Provider,
  type S3Server,
  s3Profiles,
  startS3Server,
} from "@fencepost/testing";
import { Client } from "minio";
import { describe, expect, test } from "vitest";

const credentials = { accessKeyId: "known", secretAccessKey: "secret" };

function sdk(server: S3Server, more: ConstructorParameters<typeof S3Client>[0] = {}): S3Client {
  return new S3Client({
    endpoint: server.url,
    region: "us-east-1",
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
    ...more,
  });
}

function minioClient({ url }: S3Server): Client {
  return new Client({
    endPoint: "127.0.0.1",
    port: Number(new URL(url).port),
    useSSL: false,
    accessKey: credentials.accessKeyId,
    secretKey: credentials.secretAccessKey,
  });
}

/** As the SDK hands it to what sends it. */
interface Signed {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

describe("the AWS SDK", () => {
  test("makes a bucket, writes and reads, its checksums looked at on both sides", async () => {
    await using server = await startS3Server({ credentials, buckets: [] });
    const client = sdk(server);
    await client.send(new CreateBucketCommand({ Bucket: "made" }));
    for (const algorithm of ["CRC32", "SHA1", "SHA256", "CRC32C"] as const) {
      const name = { Bucket: "made", Key: `with ${algorithm}` };
      await client.send(new PutObjectCommand({ ...name, Body: "one", ChecksumAlgorithm: algorithm }));
      const answer = await client.send(new GetObjectCommand({ ...name, ChecksumMode: "ENABLED" }));
      const sums = [answer.ChecksumCRC32, answer.ChecksumSHA1, answer.ChecksumSHA256, answer.ChecksumCRC32C];
      expect([await answer.Body?.transformToString(), sums.filter(Boolean).length]).toEqual(["one", 1]);
    }
  });

  test("sends a stream in pieces with a checksum behind, which is put together", async () => {
    await using server = await startS3Server({ credentials });
    const name = { Bucket: "bucket", Key: "stream" };
    const body = "0123456789".repeat(3_000);
    const pieces = Readable.from([Buffer.from(body.slice(0, 16_384)), Buffer.from(body.slice(16_384))]);
    await sdk(server).send(
      new PutObjectCommand({ ...name, Body: pieces, ContentLength: body.length, ContentEncoding: "x-none" }),
    );
    expect(server.log.of("PutObject")[0]).toMatchObject({ status: 200, decided: "written" });
    const { Body, ContentLength, ContentEncoding } = await sdk(server).send(new GetObjectCommand(name));
    expect([await Body?.transformToString(), ContentLength, ContentEncoding]).toEqual([
      body,
      body.length,
      "x-none",
    ]);
  });

  test("names the bucket in the host, and its signature over that is good", async () => {
    await using server = await startS3Server({ credentials });
    const { port } = new URL(server.url);
    // A name below localhost need not resolve everywhere, so the request goes to the server's own address.
    const requestHandler = {
      async handle({ path, query, method, headers, body }: Signed) {
        const full = `${path}?${new URLSearchParams(query)}`;
        const call = request({ host: "127.0.0.1", port, method, path: full, headers, setHost: false }).end(
          body,
        );
        const [answer] = await once(call, "response");
        return { response: { statusCode: answer.statusCode, headers: answer.headers, body: answer } };
      },
    };
    const client = sdk(server, {
      endpoint: `http://localhost:${port}`,
      forcePathStyle: false,
      requestHandler: requestHandler as never,
    });
    await client.send(new PutObjectCommand({ Bucket: "bucket", Key: "a b/ü", Body: "one" }));
    expect(server.log.requests[0]).toMatchObject({
      target: "/a%20b/%C3%BC?x-id=PutObject",
      bucket: "bucket",
      key: "a b/ü",
      status: 200,
    });
  });
});

describe("the MinIO SDK", () => {
  test("makes a bucket, writes, reads, lists, folds and removes", async () => {
    await using server = await startS3Server({ credentials, profile: "minio", buckets: [] });
    const client = minioClient(server);
    await client.makeBucket("made", "us-east-1");
    expect([await client.bucketExists("made"), await client.bucketExists("missing")]).toEqual([true, false]);
    for (const key of ["a/1", "a/2", "b ü+&"])
      await client.putObject("made", key, key, key.length, { "X-Amz-Meta-Who": "me" });
    expect(await client.statObject("made", "b ü+&")).toMatchObject({ metaData: { who: "me" } });
    expect((await (await client.getObject("made", "b ü+&")).toArray()).join("")).toBe("b ü+&");
    const names = async (recursive: boolean) =>
      (await client.listObjectsV2("made", "", recursive).toArray())
        .map((item) => item.name ?? item.prefix)
        .sort();
    expect([await names(true), await names(false)]).toEqual([
      ["a/1", "a/2", "b ü+&"],
      ["a/", "b ü+&"],
    ]);
    await client.removeObject("made", "a/1");
    expect(await names(true)).toEqual(["a/2", "b ü+&"]);
    expect(server.log.requests.filter(({ operation }) => operation === "")).toEqual([]);
  });

  test("signs addresses that are good without a header, and not for another key or after their time", async () => {
    let lateMs = 0;
    await using server = await startS3Server({
      credentials,
      clock: { ...systemClock, wallMs: () => Date.now() + lateMs },
    });
    const client = minioClient(server);
    await client.putObject("bucket", "k é", "one");
    const address = await client.presignedGetObject("bucket", "k é", 60);
    expect(await (await fetch(address)).text()).toBe("one");
    expect((await fetch(address.replace("/k", "/x"))).status).toBe(403);
    lateMs = 61_000;
    expect(await (await fetch(address)).text()).toContain("Request has expired");
  });
});

interface Setting {
  readonly unquotedETags?: boolean;
  readonly writeIntervalMs?: number;
}

/** How a profile's store is opened, and what of the profile would make the suite wait for real. */
const settings: Partial<Record<S3Provider, Setting>> = {
  ceph: { unquotedETags: true },
  r2: { writeIntervalMs: 0 },
};

async function withProfile<R>(
  provider: S3Provider,
  { unquotedETags = false, writeIntervalMs }: Setting,
  use: (open: () => Store) => Promise<R>,
): Promise<R> {
  const changes = writeIntervalMs === undefined ? {} : { writeIntervalMs };
  await using server = await startS3Server({
    credentials,
    profile: profileLike(s3Profiles[provider], changes),
  });
  const location = { bucket: "bucket", prefix: "p", endpoint: server.url, unquotedETags };
  return await use(() => s3Store(location, { client: new S3Client({ region: "us-east-1", credentials }) }));
}

describe("our store", () => {
  test.each(["aws", "minio", "versitygw", "ceph", "r2"] as const)(
    "passes the conformance suite on %s",
    async (provider) => {
      const report = await withProfile(provider, settings[provider] ?? {}, (open) =>
        runConformance({ open }),
      );
      expect(report.cases.filter(({ ok }) => !ok)).toEqual([]);
      expect(report.cases.length).toBeGreaterThan(40);
      expect(report.ok).toBe(true);
    },
  );

  test.each([
    ["garage", "it is not true that a create of a key that has an object is refused"],
    ["b2", "501 NotImplemented"],
    ["ceph", "it is not true that a replace of the current version is taken"],
  ] as const)("is refused on %s before the first lease", async (provider, says) => {
    const error = await withProfile(provider, {}, (open) =>
      createCoordinator(open())
        .acquire("job")
        .catch((thrown: unknown) => thrown),
    );
    if (!isCoordinationError(error, "unsupported-store")) throw error;
    expect(error.message).toContain(says);
  });

  test.each(["aws", "r2"] as const)(
    "takes, keeps and frees a lease on %s, for what its requests cost",
    async (profile) => {
      await using server = await startS3Server({ credentials, profile });
      const location = { bucket: "bucket", endpoint: server.url };
      const client = new S3Client({ region: "us-east-1", credentials });
      const lease = await createCoordinator(s3Store(location, { client }), {
        allowUnprovenStore: true,
      }).acquire("job");
      expect(lease.token).toBeGreaterThan(0);
      expect(server.log.counts()).toEqual({ A: 1, B: 1, free: 0 });
    },
  );
});
