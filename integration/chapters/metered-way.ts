/** A way to a real server on which every request is counted. */
import { type Coordinator, createCoordinator } from "@fencepost/core";
import { startWireCounter } from "@fencepost/testing";
import type { TestContext } from "vitest";
import { storeOn } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

const ttlMs = 3_000;

export interface Metered {
  readonly coordinator: Coordinator;
  /** What was sent since it was asked the last time. */
  sent(): string[];
  /** Resolves at the next renewal. */
  renewal(): Promise<void>;
}

/** A place of its own, whose wire is counted. */
export async function metered(site: Site, context: TestContext): Promise<Metered> {
  const wire = await startWireCounter(site.server.endpoint);
  context.onTestFinished(() => wire.close());
  let renewed = (): void => {};
  const coordinator = createCoordinator(storeOn(site.server, site.bucket, { endpoint: wire.url }).open(), {
    onEvent: ({ type }) => void (type === "lease.renewed" && renewed()),
  });
  // The first use of an endpoint that is not known to be good proves it, once; that is not part of the budget.
  await (await coordinator.acquire("another", { ttlMs })).release();
  wire.reset();
  return {
    coordinator,
    sent() {
      const methods = wire.requests.map(({ method }) => (method === "GET" ? "read" : "write"));
      wire.reset();
      return methods;
    },
    renewal: () =>
      new Promise<void>((resolve) => {
        renewed = resolve;
      }),
  };
}
