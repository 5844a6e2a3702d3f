/** What each call costs: requests counted on the wire, and not at our port (protocol, sections 3, 6 and 7; coordination, A). */
import { describe, expect, test } from "vitest";
import { metered } from "./metered-way.ts";
import type { Site } from "./site.ts";

const ttlMs = 3_000;

export function budget(site: () => Site): void {
  describe("requests on the wire", () => {
    test("acquire sends 2 cold and 1 warm, a renewal 1, a release 1", async (context) => {
      const { coordinator, sent, renewal } = await metered(site(), context);
      const cold = await coordinator.acquire("job", { ttlMs });
      expect(sent()).toEqual(["read", "write"]);
      await renewal();
      expect(sent()).toEqual(["write"]);
      expect(await cold.release()).toBe("released");
      expect(sent()).toEqual(["write"]);
      const warm = await coordinator.acquire("job", { ttlMs });
      expect(sent()).toEqual(["write"]);
      await warm.release();
    });

    test("a document sends 1 to be read, 2 to be updated, 1 to be created and 2 to be replaced", async (context) => {
      const { coordinator, sent } = await metered(site(), context);
      const document = coordinator.document("config");
      expect((await document.update(() => ({ on: true }))).rounds).toBe(1);
      expect(sent()).toEqual(["read", "write"]);
      const { version } = await document.update(() => ({ on: false }));
      expect(sent()).toEqual(["read", "write"]);
      expect((await document.read()).value).toEqual({ on: false });
      expect(sent()).toEqual(["read"]);
      await document.compareAndSet(version, { on: true });
      expect(sent()).toEqual(["read", "write"]);
      await coordinator.document("another").compareAndSet(undefined, { on: true });
      expect(sent()).toEqual(["write"]);
      await document.update((value) => value);
      expect(sent()).toEqual(["read"]);
    });
  });

  claimsBudget(site);
}

function claimsBudget(site: () => Site): void {
  describe("requests on the wire of what is claimed", () => {
    test("a fence sends 2 to be claimed, then 1 a write, 2 an update, 1 a deletion", async (context) => {
      const { coordinator, sent } = await metered(site(), context);
      const lease = await coordinator.acquire("leader", { ttlMs: 60_000 });
      sent();
      const fenced = await coordinator.document("state").fence(lease);
      expect(sent()).toEqual(["read", "write"]);
      for (const step of [1, 2, 3]) await fenced.write({ step });
      expect(sent()).toEqual(["write", "write", "write"]);
      await fenced.update(() => ({ step: 4 }));
      expect(sent()).toEqual(["read", "write"]);
      await fenced.delete();
      expect(sent()).toEqual(["write"]);
      await lease.release();
    });

    test("once sends 3 for the first caller, 1 for each later one, and 2 for a verdict", async (context) => {
      const { coordinator, sent } = await metered(site(), context);
      const intent = coordinator.once("invoice", { schema: String });
      expect(await intent.run(async () => "sent")).toEqual({ ran: true, value: "sent" });
      expect(sent()).toEqual(["read", "write", "write"]);
      expect(await intent.run(async () => "sent again")).toEqual({ ran: false, value: "sent" });
      expect(sent()).toEqual(["read"]);

      const doubtful = coordinator.once("refund", { schema: String });
      const unknown = doubtful.run(() => Promise.reject(new Error("connection reset")));
      const { token } = (await unknown.catch((error: unknown) => error)) as { token: never };
      expect(sent()).toEqual(["read", "write", "write"]);
      await doubtful.resolve(token, { happened: true, value: "found at the bank" });
      expect(sent()).toEqual(["read", "write"]);
      expect(await doubtful.run(async () => "sent twice")).toEqual({
        ran: false,
        value: "found at the bank",
      });
      expect(sent()).toEqual(["read"]);
    });
  });
}
