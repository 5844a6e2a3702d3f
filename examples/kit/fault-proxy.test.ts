/**
 * A proxy between your code and a server that cannot be told to forget an answer. Here that server is the kit's own, so
 * that the test needs nothing; in its place goes the address of a MinIO, say.
 */
import { S3Client } from "@aws-sdk/client-s3";
import { createCoordinator } from "@fencepost/core";
import { s3Store } from "@fencepost/s3";
import { Hold, startFaultProxy, startS3Server } from "@fencepost/testing";
import { expect, it } from "vitest";

const client = new S3Client({
  region: "us-east-1",
  credentials: { accessKeyId: "any", secretAccessKey: "any" },
});

it("a release that lands late, when the lease is already held again, changes nothing", async () => {
  await using server = await startS3Server();
  await using proxy = await startFaultProxy(server.url);
  const store = s3Store({ bucket: "bucket", endpoint: proxy.url }, { client });
  const coordinator = createCoordinator(store, { allowUnprovenStore: true });
  const lease = await coordinator.acquire("nightly");

  // The connection breaks, and the request reaches the server when the test says so.
  const hold = new Hold();
  proxy.fault({ method: "PUT", key: /nightly/, first: 1, action: { kind: "land-late", hold } });
  expect(await lease.release()).toBe("released");
  const next = await coordinator.acquire("nightly");
  expect(next.token).toBeGreaterThan(lease.token);
  expect(await hold.letGo()).toEqual([{ status: 412 }]);
  expect(next.signal.aborted).toBe(false);
  expect(await next.release()).toBe("released");
});

it("a store that nobody reaches says so, and is back when connections are taken again", async () => {
  await using server = await startS3Server();
  await using proxy = await startFaultProxy(server.url);
  const store = s3Store({ bucket: "bucket", endpoint: proxy.url }, { client });
  const coordinator = createCoordinator(store, { allowUnprovenStore: true });

  const accept = await proxy.refuseConnections();
  await expect(coordinator.acquire("nightly")).rejects.toThrow("ECONNREFUSED");
  await accept();
  expect(await (await coordinator.acquire("nightly")).release()).toBe("released");
});
