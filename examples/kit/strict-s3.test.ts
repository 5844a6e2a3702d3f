/** Code of one's own that uses the AWS SDK, and a lease in a bucket, tested against what S3 may answer. */
import { GetObjectCommand, PutObjectCommand, S3Client, type S3ServiceException } from "@aws-sdk/client-s3";
import { createCoordinator } from "@fencepost/core";
import { s3Store } from "@fencepost/s3";
import { Hold, priceOf, startS3Server } from "@fencepost/testing";
import { expect, it } from "vitest";

/** The server takes any credentials, and the SDK sends nothing without some. */
const clientOf = (endpoint: string) =>
  new S3Client({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "any", secretAccessKey: "any" },
    maxAttempts: 1,
  });

/** The code under test: publishes a report unless there is one. A 409 says that nothing was decided. */
async function publish(client: S3Client, text: string): Promise<"published" | "there already"> {
  const name = { Bucket: "bucket", Key: "report.txt" };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      await client.send(new PutObjectCommand({ ...name, Body: text, IfNoneMatch: "*" }));
      return "published";
    } catch (error) {
      const { httpStatusCode } = (error as S3ServiceException).$metadata;
      if (httpStatusCode === 412) return "there already";
      if (httpStatusCode !== 409) throw error;
    }
  }
  const { Body } = await client.send(new GetObjectCommand(name));
  return (await Body?.transformToString()) === text ? "published" : "there already";
}

it("of two reports in a race one is published, though AWS answers the other one 409", async () => {
  await using server = await startS3Server({ profile: "aws" });
  const client = clientOf(server.url);
  const hold = new Hold();
  server.fault({ method: "PUT", first: 1, action: { kind: "delay", hold } });

  const held = publish(client, "held");
  await hold.untilCaught();
  expect(await publish(client, "quick")).toBe("published");
  await hold.letGo();
  expect(await held).toBe("there already");
  expect(server.log.of("PutObject").map(({ status }) => status)).toEqual([409, 200, 412]);
});

it("a lease whose answer is lost is ours all the same, for one read more", async () => {
  await using server = await startS3Server({ profile: "aws" });
  const store = s3Store({ bucket: "bucket", endpoint: server.url }, { client: clientOf(server.url) });
  // Without this a coordinator would try the store first: by some eighty requests, of which the first would be struck.
  const coordinator = createCoordinator(store, { allowUnprovenStore: true });
  const lost = server.fault({
    method: "PUT",
    key: /nightly/,
    first: 1,
    action: { kind: "drop", when: "after-effect" },
  });

  const lease = await coordinator.acquire("nightly");
  expect(lease.signal.aborted).toBe(false);
  expect(lost.fired).toBe(1);
  const asked = server.log.of(undefined, /nightly/);
  expect(asked.map(({ operation, decided, status }) => [operation, decided, status])).toEqual([
    ["GetObject", "NoSuchKey", 404],
    ["PutObject", "written", undefined],
    ["GetObject", "found", 200],
  ]);
  expect(server.log.counts()).toEqual({ A: 1, B: 2, free: 0 });
  const { prices } = server.profile;
  expect(prices && priceOf(server.log.counts(), prices)).toBeCloseTo(0.0000058, 10); // USD
  expect(await lease.release()).toBe("released");
});
