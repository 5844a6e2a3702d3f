/** A lease on a real server: who gets it, for how long, what it costs, and what a stranger sees of it. */
import { createCoordinator, isCoordinationError } from "@fencepost/core";
import { startWireCounter, type WireCounter } from "@fencepost/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ContenderProcess, startContender } from "../processes/contender.ts";
import { storeOn } from "../stores/server-store.ts";
import type { Site } from "./site.ts";

const ttlMs = 3_000;

export function leases(site: () => Site): void {
  describe("leases", () => {
    test("one of two gets it, the other is told who has it, and gets a larger token after the release", async () => {
      const store = site().place();
      const first = createCoordinator(store.open(), { holder: "first" });
      const second = createCoordinator(store.open(), { holder: "second" });

      const lease = await first.acquire("job", { ttlMs });
      await expect(second.acquire("job", { ttlMs })).rejects.toMatchObject({
        code: "contended",
        holder: "first",
        token: lease.token,
      });
      expect(await second.tryAcquire("job", { ttlMs })).toBeUndefined();
      expect(await lease.release()).toBe("released");

      const next = await second.acquire("job", { ttlMs });
      expect(next.token).toBeGreaterThan(lease.token);
      expect(await next.release()).toBe("released");
    });

    test("renewals keep it past its ttl, and the release lets a waiter in at once", async () => {
      const store = site().place();
      const events: string[] = [];
      const holder = createCoordinator(store.open(), { onEvent: ({ type }) => events.push(type) });
      const waiter = createCoordinator(store.open());

      const lease = await holder.acquire("job", { ttlMs });
      await expect(waiter.acquire("job", { ttlMs, waitMs: 2 * ttlMs })).rejects.toMatchObject({
        code: "contended",
      });
      expect(lease.signal.aborted).toBe(false);
      expect(events.filter((type) => type === "lease.renewed").length).toBeGreaterThanOrEqual(4);

      const waiting = waiter.acquire("job", { ttlMs, waitMs: 2 * ttlMs });
      expect(await lease.release()).toBe("released");
      expect((await waiting).token).toBeGreaterThan(lease.token);
      await (await waiting).release();
    });

    test("its record tells a stranger who holds it, stays after the release, and keeps the token", async () => {
      const { bucket, prefix, open } = site().place();
      const lease = await createCoordinator(open(), { holder: "me" }).acquire("job", { ttlMs });
      const name = `${prefix}/_fencepost/leases/job.json`;
      expect(await site().witness.keys(bucket, prefix)).toContain(name);
      const read = async (): Promise<unknown> =>
        JSON.parse(new TextDecoder().decode(await site().witness.read(bucket, name)));
      expect(await read()).toMatchObject({ state: "held", holder: "me", token: lease.token, ttlMs });

      await lease.release();
      expect(await read()).toMatchObject({ state: "free", token: lease.token });
    });

    test("a record that a stranger has spoilt is an error, and is not overwritten", async () => {
      const { bucket, prefix, open } = site().place();
      const name = `${prefix}/_fencepost/leases/job.json`;
      await site().witness.put(bucket, name, "{}");
      await expect(createCoordinator(open()).acquire("job", { ttlMs })).rejects.toSatisfy((error) =>
        isCoordinationError(error, "bad-record"),
      );
      expect(new TextDecoder().decode(await site().witness.read(bucket, name))).toBe("{}");
    });
  });

  killedHolder(site);
  wireBudget(site);
}

function killedHolder(site: () => Site): void {
  describe("a killed holder", () => {
    test("loses its lease to another process when the ttl has passed, and not before", async (context) => {
      const store = site().place();
      const start = (waitMs: number): ContenderProcess => {
        const started = startContender(store, "job", { ttlMs, waitMs });
        context.onTestFinished(() => started.kill());
        return started;
      };
      const holder = start(0);
      const { token = 0 } = await holder.hears(["lease.acquired"], 20_000);
      const successor = start(10 * ttlMs);
      expect(await successor.hears(["lease.contended"], 20_000)).toMatchObject({
        holder: holder.holder,
        token,
      });
      await holder.hears(["lease.renewed"], 20_000);
      await holder.kill();

      const taken = await successor.hears(["lease.acquired", "failed"], 10 * ttlMs);
      expect(taken.type).toBe("lease.acquired");
      expect(taken.token).toBeGreaterThan(token);
      // The last renewal was granted at some time before the holder said so.
      const lastRenewal = Math.max(...holder.said.map(({ monotonicMs }) => monotonicMs));
      expect(taken.monotonicMs - lastRenewal).toBeGreaterThanOrEqual(ttlMs);

      successor.release();
      expect(await successor.hears(["lease.released"], 20_000)).toMatchObject({ outcome: "released" });
    });
  });
}

/** Protocol, section 3: acquire is 2 requests cold and 1 warm, renew 1, release 1; and on the wire, not at our port. */
function wireBudget(site: () => Site): void {
  describe("requests on the wire", () => {
    let wire: WireCounter;
    beforeEach(async () => {
      wire = await startWireCounter(site().server.endpoint);
    });
    afterEach(() => wire.close());

    test("acquire sends 2 cold and 1 warm, a renewal 1, a release 1", async () => {
      const store = storeOn(site().server, site().bucket, { endpoint: wire.url });
      let renewed = (): void => {};
      const coordinator = createCoordinator(store.open(), {
        onEvent: ({ type }) => void (type === "lease.renewed" && renewed()),
      });
      const sent = (): string[] => {
        const methods = wire.requests.map(({ method }) => method);
        wire.reset();
        return methods;
      };
      const [read, write] = site().server.kind.protocol === "s3" ? ["GET", "PUT"] : ["GET", "POST"];

      // The first use of an endpoint that is not known to be good proves it, once; that is not part of the budget.
      await (await coordinator.acquire("another", { ttlMs })).release();
      wire.reset();

      const cold = await coordinator.acquire("job", { ttlMs });
      expect(sent()).toEqual([read, write]);

      await new Promise<void>((resolve) => {
        renewed = resolve;
      });
      expect(sent()).toEqual([write]);

      expect(await cold.release()).toBe("released");
      expect(sent()).toEqual([write]);

      const warm = await coordinator.acquire("job", { ttlMs });
      expect(sent()).toEqual([write]);
      await warm.release();
    });
  });
}
