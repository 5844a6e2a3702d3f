import { expect, it } from "vitest";
import { storeConformance } from "./conformance/suite.ts";
import { fakeLease } from "./fake-lease/fake-lease.ts";
import { startFaultProxy } from "./fault-proxy/fault-proxy.ts";
import { startGcsServer } from "./gcs-server/gcs-server.ts";
import { startS3Server } from "./s3-server/s3-server.ts";
import { seedsFrom } from "./simulation/engine/simulate-seeds.ts";
import { createWorld } from "./world/world.ts";

/** As JavaScript would hand it in. */
const stray = { bukets: [] } as object;

it.each<[string, () => unknown]>([
  ["startS3Server", () => startS3Server(stray)],
  ["startGcsServer", () => startGcsServer(stray)],
  ["startFaultProxy", () => startFaultProxy("http://127.0.0.1:1", stray)],
  ["createWorld", () => createWorld(stray)],
  ["fakeLease", () => fakeLease(stray)],
])("an option that %s does not know is refused by name, before anything listens", async (of, call) => {
  const error = await (async () => call())().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain(`unknown option "bukets" of ${of}; known are `);
});

it.each<[string, () => unknown, string]>([
  ["a token", () => fakeLease({ token: 1.5 }), "must be a whole number from 1 on, not 1.5"],
  [
    "a fault of a world",
    () => createWorld().fault("dwon" as "down"),
    'no fault "dwon"; there are down, slow',
  ],
  ["a step back in time", () => createWorld().advance(-1), "from 0 on, not by -1"],
  ["a bucket in place of a list", () => startS3Server({ buckets: "b" as never }), 'list of names, not "b"'],
  ["an address without a scheme", () => startFaultProxy("127.0.0.1:9000"), "not 127.0.0.1:9000"],
  ["no seeds at all", () => [...seedsFrom(1, 0)], "counted from 1 on, not 0"],
  ["a suite without a store", () => storeConformance({} as never), "{ open }"],
])("%s that makes no sense is refused by name", async (_, call, says) => {
  await expect((async () => call())()).rejects.toThrow(says);
});
