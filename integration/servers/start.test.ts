import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { minio } from "./minio.ts";
import type { ServerKind } from "./server.ts";
import { startServer } from "./start.ts";

/** A kind that exists nowhere: no image, and nothing to install. */
const nowhere: ServerKind = {
  ...minio,
  name: "Nowhere",
  variable: "NOWHERE",
  program: "nowhere",
  image: undefined,
};

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.stubEnv("FENCEPOST_SERVERS_FROM", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("an endpoint from the environment comes first, with its credentials and region, and is not ours to kill", async () => {
  const somebody: Server = createServer((_, answer) => answer.writeHead(403, { server: "Somebody/1" }).end());
  await new Promise<void>((resolve) => somebody.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(somebody.address() as AddressInfo).port}`;
  vi.stubEnv("FENCEPOST_NOWHERE_ENDPOINT", `${endpoint}/`);
  vi.stubEnv("FENCEPOST_NOWHERE_ACCESS_KEY", "a");
  vi.stubEnv("FENCEPOST_NOWHERE_SECRET_KEY", "s");
  vi.stubEnv("FENCEPOST_NOWHERE_REGION", "eu-north-1");

  const server = await startServer(nowhere);
  somebody.close();
  expect(server).toMatchObject({
    endpoint,
    credentials: { accessKey: "a", secretKey: "s" },
    region: "eu-north-1",
    how: "endpoint from FENCEPOST_NOWHERE_ENDPOINT",
    version: "Somebody/1",
    life: undefined,
  });
});

test("where no way leads to a server, the error gives the reason of each and one command that helps", async () => {
  vi.stubEnv("FENCEPOST_SERVERS_FROM", "endpoint,container,program");
  await expect(startServer(nowhere)).rejects.toMatchObject({
    name: "NoServerError",
    message: [
      "Nowhere was not found:",
      "  endpoint: FENCEPOST_NOWHERE_ENDPOINT is not set",
      "  container: no image is known; FENCEPOST_NOWHERE_IMAGE can name one",
      "  program: usage: sh install.sh minio|fake-gcs-server|versitygw",
      "What would help: sh integration/servers/install.sh nowhere",
    ].join("\n"),
  });
});

test("a program that does not start is an error that shows what it said, not a reason to look elsewhere", async () => {
  vi.stubEnv("FENCEPOST_SERVERS_FROM", "program");
  const broken: ServerKind = {
    ...nowhere,
    program: "sh",
    launch: () => ({ args: ["-c", "echo no disk"], environment: {} }),
  };
  await expect(startServer(broken)).rejects.toThrow(/sh did not start \(3 tries\); it said:\nno disk/);
});

test("a way that does not exist is refused by name", async () => {
  vi.stubEnv("FENCEPOST_SERVERS_FROM", "program,cloud");
  await expect(startServer(minio)).rejects.toThrow(
    new RangeError(
      'FENCEPOST_SERVERS_FROM names "cloud"; it takes a comma-separated list of endpoint, container, program',
    ),
  );
});
