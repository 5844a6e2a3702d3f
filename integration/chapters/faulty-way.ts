/** A way to a real server through a fault proxy, another straight to it, and what passes on the first. */
import { type CoordinationEvent, type Coordinator, createCoordinator } from "@fencepost/core";
import { type FaultProxy, startFaultProxy } from "@fencepost/testing";
import type { TestContext } from "vitest";
import { storeOn } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

/** A request, whatever the protocol calls it. */
export type Step = "read" | "write";

/** For rules: the methods of a write, in either protocol. */
export const writes: readonly string[] = ["PUT", "POST"];

export interface FaultyWay {
  readonly proxy: FaultProxy;
  /** Reaches the server through the proxy. */
  readonly holder: Coordinator;
  /** Reaches the same place straight. */
  readonly stranger: Coordinator;
  /** Resolves when the holder reports it, or has done so already. */
  until(type: CoordinationEvent["type"]): Promise<void>;
  /** What the holder has sent since it was asked the last time. */
  sent(): Step[];
  /** The lease's record, as the witness reads it. */
  record(): Promise<string>;
}

/** A way and a place of its own; it ends with the test. */
export async function onFaultyWay(
  { server, bucket, witness, place }: Site,
  context: TestContext,
): Promise<FaultyWay> {
  const proxy = await startFaultProxy(server.endpoint);
  context.onTestFinished(() => proxy.close());
  const straight = place();
  const { prefix } = straight;
  const heard = new Set<CoordinationEvent["type"]>();
  let tell = (): void => {};
  // Other chapters prove the store; here requests are counted.
  const options = { allowUnprovenStore: true, holder: "holder" };
  return {
    proxy,
    holder: createCoordinator(storeOn(server, bucket, { endpoint: proxy.url, prefix }).open(), {
      ...options,
      onEvent({ type }) {
        heard.add(type);
        tell();
      },
    }),
    stranger: createCoordinator(straight.open(), { ...options, holder: "stranger" }),
    until: (type) =>
      new Promise((resolve) => {
        tell = () => void (heard.has(type) && resolve());
        tell();
      }),
    sent() {
      const steps = proxy.requests.map(({ method }): Step => (method === "GET" ? "read" : "write"));
      proxy.reset();
      return steps;
    },
    async record() {
      const body = await witness.read(bucket, `${prefix}/_fencepost/leases/job.json`);
      return new TextDecoder().decode(body);
    },
  };
}
