import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, it } from "vitest";
import { before, bodies, put, virtual } from "../../test/proxied.ts";
import { startScriptedServer } from "../scripted-server/scripted-server.ts";
import { startFaultProxy } from "./fault-proxy.ts";

const causeOf = (error: unknown): unknown => ((error as Error).cause as { code?: string }).code;

describe("a fault proxy", () => {
  it("passes what no rule strikes, and logs it with nothing done to it", async () => {
    await using way = await before([{ status: 200, headers: { ETag: '"e"' }, body: "all" }]);
    const heal = way.proxy.fault({ method: "PUT", action: { kind: "cut" } });
    const answer = await fetch(`${way.proxy.url}/b/k?x=1`);
    expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([200, '"e"', "all"]);
    expect(way.proxy.requests).toEqual([
      { method: "GET", path: "/b/k", query: "x=1", status: 200, faults: [] },
    ]);
    expect([heal.matched, heal.fired]).toEqual([0, 0]);
  });

  it("drops a request before the server hears of it", async () => {
    await using way = await before([{ status: 204 }]);
    way.proxy.fault({ first: 1, action: { kind: "drop", when: "before-effect" } });
    await expect(put(way.proxy, "lost")).rejects.toThrow("fetch failed");
    expect((await put(way.proxy, "kept")).status).toBe(204);
    expect(bodies(way.server)).toEqual(["kept"]);
    expect(way.proxy.requests.map(({ status, faults }) => [status, ...faults])).toEqual([
      [undefined, "drop"],
      [204],
    ]);
  });

  it("swallows the answer after the server acted, and still knows its status", async () => {
    await using way = await before([{ status: 200, body: "never heard" }]);
    way.proxy.fault({ action: { kind: "drop", when: "after-effect" } });
    await expect(put(way.proxy)).rejects.toThrow("fetch failed");
    expect(bodies(way.server)).toEqual(["record"]);
    expect(way.proxy.requests).toMatchObject([{ status: 200, faults: ["drop"] }]);
  });

  it("cuts an answer after its headers and half of its body", async () => {
    await using way = await before([
      { status: 200, headers: { "Content-Length": "10" }, body: "0123456789" },
    ]);
    way.proxy.fault({ action: { kind: "cut" } });
    const call = request(way.proxy.url).end();
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    expect([answer.statusCode, answer.headers["content-length"]]).toEqual([200, "10"]);
    let received = "";
    const reading = (async () => {
      for await (const chunk of answer) received += String(chunk);
    })();
    await expect(reading).rejects.toThrow("aborted");
    expect(received).toBe("01234");
  });

  it("gives nothing of an answer that it is to cut and that has no body", async () => {
    await using way = await before([{ status: 204 }]);
    way.proxy.fault({ action: { kind: "cut" } });
    await expect(put(way.proxy)).rejects.toThrow("fetch failed");
    expect(way.proxy.requests).toMatchObject([{ status: 204, faults: ["cut"] }]);
  });

  it("goes on with what it passes while another rule is healed", async () => {
    await using way = await before([{ status: 200 }]);
    const heal = way.proxy.fault({ action: { kind: "drop", when: "before-effect" } });
    await expect(put(way.proxy)).rejects.toThrow("fetch failed");
    heal();
    expect((await put(way.proxy)).status).toBe(200);
    expect([heal.fired, way.proxy.count("PUT", "/b/k")]).toEqual([1, 2]);
  });
});

describe("connections", () => {
  it("are refused by the system until the test ends it, and then taken on the same port", async () => {
    await using way = await before([{ status: 200 }, { status: 200 }]);
    expect((await put(way.proxy)).status).toBe(200);
    const accept = await way.proxy.refuseConnections();
    expect(causeOf(await put(way.proxy).catch((error: unknown) => error))).toBe("ECONNREFUSED");
    await accept();
    await accept();
    expect((await put(way.proxy)).status).toBe(200);
    expect(way.proxy.count()).toBe(2);
  });

  it("are refused as long as anybody wants it", async () => {
    await using way = await before([{ status: 200 }]);
    const accepts = [await way.proxy.refuseConnections(), await way.proxy.refuseConnections()];
    await accepts[0]?.();
    await accepts[0]?.();
    expect(causeOf(await put(way.proxy).catch((error: unknown) => error))).toBe("ECONNREFUSED");
    await accepts[1]?.();
    expect((await put(way.proxy)).status).toBe(200);
  });

  it("are refused by a rule from one request on, for a time on the clock that is handed in", async () => {
    const { world, clock, waits } = virtual();
    await using way = await before([{ status: 200 }], { clock });
    way.proxy.fault({ nth: 1, action: { kind: "refuse-connections", ms: 5_000 } });
    await expect(put(way.proxy)).rejects.toThrow("fetch failed");
    await waits;
    await world.advance(4_999);
    expect(causeOf(await put(way.proxy).catch((error: unknown) => error))).toBe("ECONNREFUSED");
    await world.advance(1);
    await expect
      .poll(() =>
        put(way.proxy).then(
          (answer) => answer.status,
          () => 0,
        ),
      )
      .toBe(200);
    expect(bodies(way.server)).toEqual(["record"]);
  });

  it("that are open are cut at once, with what is under way on them", async () => {
    let cut = (): void => {};
    await using way = await before([{ hang: true, before: () => cut() }, { status: 200 }]);
    cut = () => way.proxy.cutConnections();
    await expect(put(way.proxy)).rejects.toThrow("fetch failed");
    expect((await put(way.proxy)).status).toBe(200);
  });

  it("stay closed when the proxy was closed while it refused them", async () => {
    await using way = await before([]);
    const accept = await way.proxy.refuseConnections();
    await way.proxy.close();
    await accept();
    expect(causeOf(await put(way.proxy).catch((error: unknown) => error))).toBe("ECONNREFUSED");
  });

  it("break where there is no server behind", async () => {
    const server = await startScriptedServer([]);
    await server.close();
    await using proxy = await startFaultProxy(server.url);
    proxy.fault({ action: { kind: "delay", ms: 0 } });
    await expect(put(proxy)).rejects.toThrow("fetch failed");
    expect(proxy.requests).toMatchObject([{ status: undefined, faults: ["delay"] }]);
  });
});
