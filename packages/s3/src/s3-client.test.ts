import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { type ScriptedStep, startScriptedServer } from "@fencepost/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bytes, client, credentials, dead, outcome, storeAt, xml } from "../test/scripted-s3.ts";
import { s3Store } from "./s3-store.ts";

const found: ScriptedStep = { status: 200, headers: { ETag: '"v1"' }, body: "text" };
const scope = (authorization = ""): string | undefined => /Credential=([^,]+)/.exec(authorization)?.[1];
let home: string;

/** Nothing of this machine's AWS set-up reaches a test. */
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "fencepost-s3-"));
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  vi.stubEnv("AWS_CONFIG_FILE", join(home, "config"));
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", join(home, "credentials"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

describe("a request is sent once", () => {
  const refusals: [string, ScriptedStep][] = [
    ["500", { status: 500 }],
    ["503 SlowDown", { status: 503, body: xml("SlowDown") }],
    ["429", { status: 429, headers: { "Retry-After": "0" } }],
    ["a reset", { cut: "before" }],
    ["200 with an error", { status: 200, body: xml("InternalError") }],
    ["301 with a region", { status: 301, headers: { "x-amz-bucket-region": "eu-west-1" } }],
  ];

  it.each(refusals)("after %s, whatever the client that was handed in would do", async (_, step) => {
    await using server = await startScriptedServer([step, step]);
    const lender = new S3Client({
      region: "us-east-1",
      credentials,
      maxAttempts: 5,
      followRegionRedirects: true,
    });
    await outcome(storeAt(server.url, lender), "create");
    await outcome(storeAt(server.url, lender), "replace");
    expect(server.requests).toHaveLength(2);
  });

  it("even if that client has sent before, and carries its strategy in its configuration", async () => {
    await using server = await startScriptedServer([found, { status: 500 }]);
    const lender = new S3Client({
      region: "us-east-1",
      credentials,
      endpoint: server.url,
      forcePathStyle: true,
      maxAttempts: 5,
    });
    await lender.send(new GetObjectCommand({ Bucket: "bucket", Key: "key" }));
    await outcome(storeAt(server.url, lender), "create");
    expect(server.requests).toHaveLength(2);
  });

  it("even if client and environment ask for more, and without a pause of the SDK's own before it", async () => {
    vi.stubEnv("AWS_MAX_ATTEMPTS", "7");
    const lender = new S3Client({ region: "us-east-1", credentials, retryMode: "adaptive" });
    await using server = await startScriptedServer([{ status: 503 }]);
    await outcome(storeAt(server.url, lender), "create");
    const sent = server.requests[0]?.headers;
    expect(sent?.["amz-sdk-request"]).toBe("attempt=1; max=1");
    // The SDK's names for its modes: E is the standard one, F the adaptive one, which holds requests back.
    const features = /\bm\/(\S+)/.exec(sent?.["user-agent"] ?? "")?.[1]?.split(",");
    expect(features?.filter((feature) => "EF".includes(feature))).toEqual(["E"]);
  });

  it("even if this machine's clock is an hour off, where the SDK would repeat every error", async () => {
    const hourAhead = new Date(Date.now() + 3_600_000).toUTCString();
    await using server = await startScriptedServer([{ status: 412, headers: { Date: hourAhead } }]);
    expect(await outcome(storeAt(server.url), "create")).toMatchObject({ kind: "refused" });
  });
});

describe("the bucket", () => {
  it.each<[object, address: string]>([
    [{ endpoint: "http://store.example" }, "store.example/bucket/key"],
    [{ endpoint: "http://store.example", pathStyle: false }, "bucket.store.example/key"],
    [{}, "bucket.s3.us-east-1.amazonaws.com/key"],
    [{ pathStyle: true }, "s3.us-east-1.amazonaws.com/bucket/key"],
    [{ endpoint: "https://s3.eu-west-1.amazonaws.com" }, "bucket.s3.eu-west-1.amazonaws.com/key"],
  ])("at %j stands in %s", async (location, address) => {
    const { lender, asked } = dead();
    await outcome(s3Store({ bucket: "bucket", ...location }, { client: lender }), "get");
    expect(asked).toEqual([address]);
  });
});

describe("a client that is handed in", () => {
  it("lends its credentials, region and endpoint", async () => {
    await using server = await startScriptedServer([found]);
    const lender = new S3Client({
      endpoint: server.url,
      region: "eu-west-3",
      credentials: { accessKeyId: "lent", secretAccessKey: "secret", sessionToken: "session" },
      forcePathStyle: true,
    });
    const store = s3Store("s3://bucket/in", { client: lender });
    await store.get("key", {});
    const [sent] = server.requests;
    expect(sent?.path).toBe("/bucket/in/key");
    expect(scope(sent?.headers["authorization"])).toMatch(/^lent\/\d{8}\/eu-west-3\/s3\/aws4_request$/);
    expect(sent?.headers["x-amz-security-token"]).toBe("session");
    expect(store.capabilities).toMatchObject({ trusted: false, conditionalDelete: false });
  });

  it("lends its request handler, which it goes on using", async () => {
    const seen: string[] = [];
    const { requestHandler } = client.config;
    const handler = {
      handle(request: { method: string }, options: object) {
        seen.push(request.method);
        return requestHandler.handle(request as never, options);
      },
    };
    await using server = await startScriptedServer([found]);
    const lender = new S3Client({ region: "us-east-1", credentials, requestHandler: handler as never });
    await storeAt(server.url, lender).get("key", {});
    expect(seen).toEqual(["GET"]);
    expect(lender.config.requestHandler).toBe(handler);
  });

  it("yields to what the location says", async () => {
    await using server = await startScriptedServer([found]);
    const lender = new S3Client({ endpoint: "http://127.0.0.1:1", region: "us-east-1", credentials });
    const location = { bucket: "bucket", region: "eu-west-3", endpoint: server.url };
    await s3Store(location, { client: lender }).get("key", {});
    expect(scope(server.requests[0]?.headers["authorization"])).toContain("/eu-west-3/");
  });

  it("lends the middleware that its owner has added, on every path", async () => {
    await using server = await startScriptedServer([
      found,
      { status: 412 },
      { status: 412 },
      { status: 404 },
    ]);
    const lender = new S3Client({ region: "us-east-1", credentials });
    const tag =
      (name: string) =>
      (next: (args: never) => unknown) =>
      (args: { request: { headers: Record<string, string> } }) => {
        args.request.headers[name] = "yes";
        return next(args as never);
      };
    lender.middlewareStack.add(tag("x-consistent") as never, { step: "build" });
    lender.middlewareStack.addRelativeTo(tag("x-traced") as never, {
      relation: "before",
      toMiddleware: "hostHeaderMiddleware",
      name: "tracing",
    });
    const store = storeAt(server.url, lender);
    for (const operation of ["get", "create", "delete", "list"] as const) await outcome(store, operation);
    for (const { headers } of server.requests) {
      expect(headers).toMatchObject({ "x-consistent": "yes", "x-traced": "yes" });
    }
  });

  it("is left as it was, and can still send by itself", async () => {
    await using server = await startScriptedServer([
      { status: 404 },
      { status: 500 },
      { status: 500 },
      found,
    ]);
    const lender = new S3Client({
      region: "us-east-1",
      credentials,
      endpoint: server.url,
      forcePathStyle: true,
    });
    const { protocol } = lender.config;
    const { serdeContext } = protocol as unknown as { serdeContext: object };
    await storeAt(server.url, lender).get("key", {});
    expect(lender.config.protocol).toBe(protocol);
    expect(protocol).toHaveProperty("serdeContext", serdeContext);
    expect(await lender.config.maxAttempts()).toBe(3);
    const { Body } = await lender.send(new GetObjectCommand({ Bucket: "bucket", Key: "key" }));
    expect(await Body?.transformToString()).toBe("text");
  });

  it("may be any object with a configuration", async () => {
    await using server = await startScriptedServer([found]);
    const lender = {
      config: { region: "us-east-1", credentials, endpoint: server.url },
      send: () => Promise.reject(),
    };
    const store = s3Store({ bucket: "bucket", pathStyle: true }, { client: lender });
    expect(await store.get("key", {})).toMatchObject({ kind: "found" });
  });
});

describe("without a client", () => {
  beforeEach(() => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "env");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "secret");
  });

  it("the SDK's chain gives the credentials, and any region does outside of AWS", async () => {
    await using server = await startScriptedServer([found]);
    await s3Store(`s3://bucket?endpoint=${server.url}`).get("key", {});
    expect(scope(server.requests[0]?.headers["authorization"])).toMatch(/^env\/\d{8}\/us-east-1\//);
  });

  it("a region that is set is used outside of AWS too", async () => {
    vi.stubEnv("AWS_REGION", "eu-south-2");
    await using server = await startScriptedServer([found]);
    await s3Store(`s3://bucket?endpoint=${server.url}`).get("key", {});
    expect(scope(server.requests[0]?.headers["authorization"])).toContain("/eu-south-2/");
  });

  it.each(["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"])(
    "an endpoint in the environment (%s) is used, and not taken for AWS",
    async (name) => {
      await using server = await startScriptedServer([found]);
      vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:1");
      vi.stubEnv(name, server.url);
      const store = s3Store("s3://bucket");
      expect(store.capabilities.trusted).toBe(false);
      expect(await store.get("key", {})).toMatchObject({ kind: "found" });
      expect(server.requests[0]?.path).toBe("/bucket/key");
    },
  );

  it("an endpoint in the environment is not used if the environment says so too", () => {
    vi.stubEnv("AWS_ENDPOINT_URL", "http://127.0.0.1:1");
    vi.stubEnv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true");
    expect(s3Store("s3://bucket").capabilities.trusted).toBe(true);
  });

  it("an endpoint in a profile, which is read too late to be probed, is refused before anything is sent", async () => {
    await using server = await startScriptedServer([]);
    writeFileSync(join(home, "config"), `[default]\nregion = us-east-1\nendpoint_url = ${server.url}\n`);
    const put = s3Store("s3://bucket").put("key", bytes("text"), "absent", {});
    await expect(put).rejects.toMatchObject({ code: "misconfigured" });
    await expect(put).rejects.toThrow(
      "sends its requests to 127.0.0.1; nothing was sent: name that endpoint",
    );
  });

  it("the SDK's notices are not written to the console", async () => {
    vi.stubEnv("AWS_PROFILE", "default");
    writeFileSync(join(home, "credentials"), "[default]\naws_access_key_id = a\naws_secret_access_key = b\n");
    const written = (["warn", "error", "log", "info"] as const).map((name) => vi.spyOn(console, name));
    await using server = await startScriptedServer([found]);
    await s3Store(`s3://bucket?endpoint=${server.url}`).get("key", {});
    for (const spy of written) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });
});
