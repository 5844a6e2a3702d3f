import { systemClock } from "@fencepost/core";
import { describe, expect, it } from "vitest";
import { Hold } from "../faults/hold.ts";
import { type PriceList, priceOf } from "./cost.ts";
import { type ObjectServerOptions, startObjectServer } from "./object-server.ts";
import type { Asked, Protocol } from "./protocol.ts";

/** The smallest protocol that there is: `/bucket/key`, PUT writes, DELETE removes, anything else reads. */
const plain: Protocol<Asked & { body: string }, string> = {
  parse({ method, path, text }) {
    const [, bucket = "", key = ""] = path.split("/");
    return { operation: method, bucket, key, isRead: method === "GET", body: text };
  },
  fail: (_, status) => ({
    decided: "failed",
    answer: { status, headers: { "X-Words": "sorry" }, body: "its words" },
    cost: "free",
  }),
  decide({ operation, body }, { found, hasBucket, overtaken, list, nowMs }) {
    const headers = { "X-Now": String(nowMs) };
    if (!hasBucket) return { decided: "no-bucket", answer: { status: 404, headers }, cost: "free" };
    if (operation === "PUT") {
      const answer = { status: overtaken ? 409 : 200, headers };
      return { decided: "written", answer, effect: { object: body }, cost: "A" };
    }
    if (operation === "DELETE") {
      return {
        decided: "removed",
        answer: { status: 204, headers },
        effect: { object: undefined },
        cost: "free",
      };
    }
    const names = list("").map(([name]) => name);
    return { decided: "found", answer: { status: 200, headers, body: found ?? names.join() }, cost: "B" };
  },
};

const noProfile = { name: "plain", title: "Plain", facts: {} };
const start = (options: ObjectServerOptions = {}) => startObjectServer(plain, noProfile, options);
const put = (url: string, body: string) => fetch(url, { method: "PUT", body });

describe("an object server", () => {
  it("keeps what its protocol decides, bucket by bucket", async () => {
    await using server = await start({ buckets: ["b", "c"] });
    await put(`${server.url}/b/k`, "one");
    await put(`${server.url}/c/other`, "two");
    expect(await (await fetch(`${server.url}/b/k`)).text()).toBe("one");
    expect(await (await fetch(`${server.url}/b/`)).text()).toBe("k");
    expect((await fetch(`${server.url}/b/k`, { method: "DELETE" })).status).toBe(204);
    expect(await (await fetch(`${server.url}/b/k`)).text()).toBe("");
    expect((await fetch(`${server.url}/d/k`)).status).toBe(404);
  });

  it("tells its own time in every answer", async () => {
    await using server = await start({ clock: { ...systemClock, wallMs: () => 86_400_000 } });
    const answer = await fetch(`${server.url}/bucket/k`);
    expect(answer.headers.get("date")).toBe("Fri, 02 Jan 1970 00:00:00 GMT");
    expect(answer.headers.get("x-now")).toBe("86400000");
  });

  it("holds a request in flight while another one passes it, and tells the held one so", async () => {
    await using server = await start();
    const hold = new Hold();
    server.fault({ first: 1, action: { kind: "delay", hold } });
    const slow = put(`${server.url}/bucket/k`, "slow");
    await hold.untilCaught();
    expect((await put(`${server.url}/bucket/k`, "fast")).status).toBe(200);
    expect(await hold.letGo()).toEqual([{ status: 409 }]);
    expect((await slow).status).toBe(409);
  });

  it("goes back to an earlier state", async () => {
    await using server = await start();
    await put(`${server.url}/bucket/k`, "old");
    const { revision } = server;
    await put(`${server.url}/bucket/k`, "new");
    server.rollBack(revision);
    expect(await (await fetch(`${server.url}/bucket/k`)).text()).toBe("old");
  });

  it("logs what was asked, decided and answered, and what it costs", async () => {
    await using server = await start();
    await put(`${server.url}/bucket/k`, "one");
    await fetch(`${server.url}/bucket/k?x=1`);
    await fetch(`${server.url}/bucket/other`);
    await fetch(`${server.url}/bucket/k`, { method: "DELETE" });
    expect(server.log.requests[1]).toEqual({
      method: "GET",
      target: "/bucket/k?x=1",
      operation: "GET",
      bucket: "bucket",
      key: "k",
      decided: "found",
      status: 200,
      faults: [],
      cost: "B",
    });
    expect([server.log.of("GET").length, server.log.of(undefined, /^k/).length]).toEqual([2, 3]);
    const counts = server.log.counts();
    expect(counts).toEqual({ A: 1, B: 2, free: 1 });
    const prices: PriceList = {
      provider: "a shop",
      currency: "EUR",
      perThousand: { A: 5, B: 0.5, free: 0 },
      source: "its window",
    };
    expect(priceOf(counts, prices)).toBeCloseTo(0.006, 12);
    server.log.clear();
    expect(server.log.counts()).toEqual({ A: 0, B: 0, free: 0 });
  });
});
