/**
 * A lease on a real server, through a way there that loses, cuts, holds and refuses: what became of each write is found
 * out, and costs what that fault costs and no request more (protocol, section 2).
 */
import { Hold, type ProxyAction } from "@fencepost/testing";
import { describe, expect, test } from "vitest";
import { onFaultyWay, type Step, writes } from "./faulty-way.ts";
import type { Site } from "./site.ts";

const ttlMs = 3_000;

/** What can happen to a write on its way, and what it takes to find out. */
const lostWrites: readonly [name: string, action: (hold: Hold) => ProxyAction, costs: readonly Step[]][] = [
  ["loses its answer", () => ({ kind: "drop", when: "after-effect" }), ["read"]],
  ["loses half of its answer", () => ({ kind: "cut" }), ["read"]],
  ["is lost on its way", () => ({ kind: "drop", when: "before-effect" }), ["read", "write"]],
  ["lands late", (hold) => ({ kind: "land-late", hold }), ["read", "write"]],
];

export function faults(site: () => Site): void {
  // Each waits for renewals, and none disturbs another: each has a way and a place of its own.
  describe.concurrent("on a way that fails", () => {
    settledWrites(site);
    lateRenewals(site);
    brokenConnections(site);
  });
}

function settledWrites(site: () => Site): void {
  test.for(lostWrites)(
    "an acquire, a renewal and a release of which each %s are still ours, kept and released, at exactly that cost",
    async ([_, action, costs], context) => {
      const { proxy, holder, stranger, until, sent, record } = await onFaultyWay(site(), context);
      const hold = new Hold();
      const strikeNext = () => proxy.fault({ method: writes, first: 1, action: action(hold) });

      const strikes = [strikeNext()];
      const lease = await holder.acquire("job", { ttlMs });
      strikes.push(strikeNext());
      expect(sent()).toEqual(["read", "write", ...costs]);
      await expect(stranger.acquire("job", { ttlMs })).rejects.toMatchObject({
        code: "contended",
        holder: "holder",
        token: lease.token,
      });

      await until("lease.uncertain");
      await until("lease.renewed");
      expect(sent()).toEqual(["write", ...costs]);
      expect(lease.signal.aborted).toBe(false);

      strikes.push(strikeNext());
      expect(await lease.release()).toBe("released");
      expect(sent()).toEqual(["write", ...costs]);
      expect(strikes.map(({ fired }) => fired)).toEqual([1, 1, 1]);

      const released = await record();
      expect(JSON.parse(released)).toMatchObject({ state: "free", token: lease.token });
      const late = action(hold).kind === "land-late" ? strikes : [];
      expect((await hold.letGo()).map(({ status }) => status)).toEqual(late.map(() => 412));
      expect(await record()).toBe(released);
    },
  );
}

function lateRenewals(site: () => Site): void {
  test("renewals that land after a take-over change nothing, and their holder knows that it has lost", async (context) => {
    const { proxy, holder, stranger, sent, record } = await onFaultyWay(site(), context);
    const hold = new Hold();
    const lease = await holder.acquire("job", { ttlMs });
    sent();
    proxy.fault({ method: writes, action: { kind: "land-late", hold } });

    const next = await stranger.acquire("job", { ttlMs, waitMs: 10 * ttlMs });
    expect(next.token).toBeGreaterThan(lease.token);
    expect(lease.signal.reason).toMatchObject({ code: "lease-lost", reason: "expired" });
    expect(await lease.release()).toBe("lapsed");
    const steps = sent();
    // Each was read back once.
    expect(steps.filter((step) => step === "write")).toHaveLength(hold.caught);
    expect(steps).toHaveLength(2 * hold.caught);
    expect(hold.caught).toBeGreaterThan(1);

    const token = async (): Promise<unknown> => (JSON.parse(await record()) as { token: unknown }).token;
    expect((await hold.letGo()).map(({ status }) => status)).toEqual(Array(hold.caught).fill(412));
    expect(await token()).toBe(next.token);
    expect(await next.release()).toBe("released");
    expect(await token()).toBe(next.token);
  });
}

function brokenConnections(site: () => Site): void {
  test("a read that loses half of its answer is asked again, once", async (context) => {
    const { proxy, holder, stranger, sent } = await onFaultyWay(site(), context);
    await (await stranger.acquire("job", { ttlMs })).release();
    const cut = proxy.fault({ method: "GET", first: 1, action: { kind: "cut" } });
    await (await holder.acquire("job", { ttlMs })).release();
    expect(sent()).toEqual(["read", "read", "write", "write"]);
    expect(cut.fired).toBe(1);
  });

  test("connections that are refused mean unavailable, and the next acquire costs what any does", async (context) => {
    const { proxy, holder, sent } = await onFaultyWay(site(), context);
    const accept = await proxy.refuseConnections();
    await expect(holder.acquire("job", { ttlMs })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
    expect(sent()).toEqual([]);
    await accept();
    await (await holder.acquire("job", { ttlMs })).release();
    expect(sent()).toEqual(["read", "write", "write"]);
  });

  test("connections that are refused for a while do not end a lease", async (context) => {
    const { proxy, holder, until, sent } = await onFaultyWay(site(), context);
    const lease = await holder.acquire("job", { ttlMs });
    sent();
    const accept = await proxy.refuseConnections();
    await until("lease.uncertain");
    await accept();
    await until("lease.renewed");
    expect(lease.signal.aborted).toBe(false);
    expect(await lease.release()).toBe("released");
    // It may have been about to read back when connections were taken again.
    expect(sent().filter((step) => step === "write")).toEqual(["write", "write"]);
  });
}
