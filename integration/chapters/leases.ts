/** A lease on a real server: who gets it, for how long, and what a stranger sees of it. */
import { createCoordinator, isCoordinationError } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { type ContenderProcess, startContender } from "../processes/contender.ts";
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
