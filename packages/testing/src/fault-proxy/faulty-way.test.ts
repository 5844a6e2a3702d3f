import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { before, bodies, put, virtual } from "../../test/proxied.ts";
import { Hold } from "../faults/hold.ts";
import { type Loopback, listenOnLoopback } from "../loopback.ts";
import { startFaultProxy } from "./fault-proxy.ts";

/** A client's whole call over `agent`: status and text of the answer. */
async function get(url: string, agent: Agent): Promise<[number | undefined, string]> {
  const call = request(url, { agent }).end();
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  return [answer.statusCode, (await answer.toArray()).join("")];
}

describe("a delay", () => {
  it("passes on the clock that is handed in, and nothing of it reaches the server before", async () => {
    const { world, clock, waits } = virtual();
    await using way = await before([{ status: 200, body: "late" }], { clock });
    way.proxy.fault({ action: { kind: "delay", ms: 4_000 } });
    const answer = fetch(way.proxy.url);
    await waits;
    await world.advance(3_999);
    expect(way.server.requests).toHaveLength(0);
    await world.advance(1);
    expect(await (await answer).text()).toBe("late");
  });

  it("ends when the test lets it go, with the answer for both", async () => {
    await using way = await before([{ status: 412, body: "no" }]);
    const hold = new Hold();
    way.proxy.fault({ action: { kind: "delay", hold } });
    const answer = put(way.proxy);
    await hold.untilCaught();
    expect(way.server.requests).toHaveLength(0);
    expect(await hold.letGo()).toEqual([{ status: 412 }]);
    expect(await (await answer).text()).toBe("no");
  });

  it("is not ended by a client that gives up: the request arrives all the same", async () => {
    await using way = await before([{ status: 200, body: "nobody hears it" }]);
    const hold = new Hold();
    way.proxy.fault({ action: { kind: "delay", hold } });
    const client = new AbortController();
    const answer = fetch(way.proxy.url, { method: "PUT", body: "late", signal: client.signal });
    await hold.untilCaught();
    client.abort();
    await expect(answer).rejects.toThrow("aborted");
    expect(await hold.letGo()).toEqual([{ status: 200 }]);
    expect(bodies(way.server)).toEqual(["late"]);
  });

  it("outlives the connection to the server on which the client's last request went", async () => {
    const sockets: Socket[] = [];
    await using server = await raw((incoming) => sockets.push(incoming.socket));
    await using proxy = await startFaultProxy(server.url);
    const hold = new Hold();
    proxy.fault({ nth: 2, action: { kind: "delay", hold } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await get(proxy.url, agent)).toEqual([200, ""]);
    const second = get(proxy.url, agent);
    await hold.untilCaught();
    const closed = once(sockets[0] as Socket, "close");
    server.server.closeIdleConnections();
    await closed;
    await hold.letGo();
    expect(await second).toEqual([200, ""]);
    agent.destroy();
  });
});

describe("a request that is held", () => {
  it("is cut for its client, and lands whole and unchanged when the test says so", async () => {
    const seen: string[][] = [];
    await using server = await raw((incoming) => seen.push(incoming.rawHeaders));
    await using proxy = await startFaultProxy(server.url);
    const hold = new Hold();
    proxy.fault({ first: 1, action: { kind: "land-late", hold } });
    const headers = ["Host", "bucket.example:81", "X-Amz-Meta-A", "1", "x-amz-meta-a", "2"];
    const framed = [...headers, "Content-Length", "6", "Connection", "keep-alive"];
    const call = request(proxy.url, { method: "PUT", headers: framed, setHost: false }).end("record");
    await expect(once(call, "response")).rejects.toThrow("socket hang up");
    expect([hold.caught, seen]).toEqual([1, []]);
    expect(await hold.letGo()).toEqual([{ status: 200 }]);
    expect(seen).toEqual([framed]);
    expect(proxy.requests).toMatchObject([{ status: 200, faults: ["land-late"] }]);
  });

  it("has no status as long as it has not landed, and does not stand in the way of the next", async () => {
    await using way = await before([{ status: 200 }, { status: 412 }]);
    const hold = new Hold();
    way.proxy.fault({ first: 1, action: { kind: "land-late", hold } });
    await expect(put(way.proxy, "first")).rejects.toThrow("fetch failed");
    expect((await put(way.proxy, "second")).status).toBe(200);
    expect(way.proxy.requests.map(({ status }) => status)).toEqual([undefined, 200]);
    expect(await hold.letGo()).toEqual([{ status: 412 }]);
    expect(bodies(way.server)).toEqual(["second", "first"]);
    expect(way.proxy.requests.map(({ status }) => status)).toEqual([412, 200]);
  });

  it("lands by itself after a time on the clock that is handed in", async () => {
    const { world, clock, waits } = virtual();
    await using way = await before([{ status: 200 }], { clock });
    way.proxy.fault({ action: { kind: "land-late", ms: 9_000 } });
    await expect(put(way.proxy)).rejects.toThrow("fetch failed");
    await waits;
    await world.advance(8_999);
    expect(way.server.requests).toHaveLength(0);
    await world.advance(1);
    await expect.poll(() => way.proxy.requests).toMatchObject([{ status: 200, faults: ["land-late"] }]);
    expect(bodies(way.server)).toEqual(["record"]);
  });

  it("has no status if another rule drops it before the server hears of it", async () => {
    await using way = await before([]);
    const hold = new Hold();
    way.proxy.fault({ action: { kind: "delay", hold } });
    way.proxy.fault({ action: { kind: "drop", when: "before-effect" } });
    const answer = put(way.proxy);
    await hold.untilCaught();
    expect(await hold.letGo()).toEqual([{ status: undefined }]);
    await expect(answer).rejects.toThrow("fetch failed");
  });

  it("cannot land once the proxy is closed, and whoever lets it go is told", async () => {
    await using way = await before([]);
    const hold = new Hold();
    way.proxy.fault({ action: { kind: "land-late", hold } });
    await expect(put(way.proxy)).rejects.toThrow("fetch failed");
    await way.proxy.close();
    await expect(hold.letGo()).rejects.toThrow("the fault proxy is closed");
  });
});

async function raw(see: (incoming: IncomingMessage) => void): Promise<Loopback & AsyncDisposable> {
  const loopback = await listenOnLoopback((incoming, outgoing) => {
    see(incoming);
    incoming.resume().once("end", () => outgoing.end());
  });
  return { ...loopback, [Symbol.asyncDispose]: () => loopback.close() };
}
