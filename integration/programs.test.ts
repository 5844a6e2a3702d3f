/** The programs of the examples for what buckets are used for most, as they are written, on a real server. */
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { minio } from "./servers/minio.ts";
import { realServerSuite } from "./servers/suite.ts";
import { type Witness, witnessOf } from "./servers/witness.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

realServerSuite(minio, { checksMin: 5 }, (server) => {
  let witness: Witness;
  beforeAll(async () => {
    const { endpoint, region, credentials } = server();
    witness = witnessOf(server());
    for (const bucket of ["acme-config", "acme-imports", "acme-cluster"]) await witness.makeBucket(bucket);
    // A program names its bucket and nothing else: where that is stands in the environment.
    vi.stubEnv("AWS_ENDPOINT_URL_S3", endpoint);
    vi.stubEnv("AWS_REGION", region);
    vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.accessKey);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.secretKey);
    vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
    return () => void vi.unstubAllEnvs();
  });
  const inBucket = async (bucket: string, key: string): Promise<unknown> =>
    JSON.parse(Buffer.from((await witness.read(bucket, key)) ?? []).toString());

  test("02: one configuration for all is changed without a lock, set from a form, and watched", async () => {
    const watching = new AbortController();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) =>
      ms === 60_000 ? watching.signal : timeout(ms),
    );
    const said = vi.spyOn(console, "log").mockImplementation((value) => {
      if (value === true) watching.abort();
    });
    await import("../examples/programs/02-update.ts");
    expect(said.mock.calls).toEqual([[25], [true]]);
    expect(await inBucket("acme-config", "prod/flags.json")).toEqual({ darkMode: true, rollout: {} });
  });

  test("03: who holds the lease writes a state that earlier holders cannot write over", async () => {
    vi.stubGlobal("discover", async () => ["a.example", "b.example"]);
    await import("../examples/programs/03-fenced.ts");
    expect(await inBucket("acme-config", "prod/routes.json")).toMatchObject({
      hosts: ["a.example", "b.example"],
    });
    expect(await inBucket("acme-config", "prod/_fencepost/leases/routes.json.json")).toMatchObject({
      state: "free",
    });
  });

  test("04: a leader serves and is seen; told to stop, it leaves the lease free", async () => {
    const terms: number[] = [];
    const others = process.listeners("SIGTERM");
    vi.stubGlobal("serveWrites", async (signal: AbortSignal, term: number) => {
      terms.push(term);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const forwarded: (string | undefined)[] = [];
    vi.stubGlobal("forwardTo", (url: string | undefined) => {
      forwarded.push(url);
      if (url !== undefined) process.emit("SIGTERM");
    });
    await import("../examples/programs/04-election.ts");
    for (const listener of process.listeners("SIGTERM"))
      if (!others.includes(listener)) process.off("SIGTERM", listener);
    expect(forwarded.at(-1)).toBe("http://10.0.0.7:8080");
    expect(await inBucket("acme-cluster", "orders/_fencepost/leases/primary.json")).toMatchObject({
      state: "free",
      token: terms[0],
    });
  });

  test("leader-state: a leader keeps a state under its term, and the next goes on from it", async () => {
    const { createCoordinator } = await import("@fencepost/core");
    const { s3Store } = await import("@fencepost/s3");
    const { keepAssignment } = await import("../examples/recipes/leader-state.ts");
    const tokens: number[] = [];
    for (const worker of ["w1", "w2"]) {
      const stop = new AbortController();
      const coordinator = createCoordinator(s3Store("s3://acme-cluster/scheduler"), { holder: worker });
      await keepAssignment(coordinator, stop.signal, async (before) => {
        const shards = { ...before?.shards, [`of-${worker}`]: worker };
        if (before?.shards[`of-${worker}`] !== undefined) stop.abort();
        return { shards };
      });
      const { token } = await coordinator.document("assignment.json").read();
      tokens.push(token ?? 0);
    }
    expect(tokens[1]).toBeGreaterThan(tokens[0] ?? 0);
    expect(await inBucket("acme-cluster", "scheduler/assignment.json")).toMatchObject({
      shards: { "of-w1": "w1", "of-w2": "w2" },
    });
  });

  test("05: a function that may be frozen imports under a lease that nobody has to renew", async () => {
    const during: unknown[] = [];
    const record = "locks/_fencepost/leases/import/t1.json";
    vi.stubGlobal("importFile", async () => {
      during.push(await inBucket("acme-imports", record));
      return 42;
    });
    const { handler } = await import("../examples/programs/05-lambda.ts");
    const context = { getRemainingTimeInMillis: () => 60_000 };
    expect(await handler({ tenant: "t1", key: "file" }, context)).toBe(42);
    expect(during).toEqual([expect.objectContaining({ state: "held" })]);
    expect(await inBucket("acme-imports", record)).toMatchObject({ state: "free" });
  });
});
