import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startFaultProxy } from "./fault-proxy/fault-proxy.ts";
import { Hold } from "./faults/hold.ts";
import { startScriptedServer } from "./scripted-server/scripted-server.ts";
import { startWireCounter } from "./wire-counter/wire-counter.ts";

const openTcpHandles = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource.startsWith("TCP")).length;

async function expectClosed(before: number): Promise<void> {
  for (let turn = 0; turn < 100 && openTcpHandles() > before; turn++) await setImmediate();
  expect(openTcpHandles()).toBe(before);
}

describe("a loopback server", () => {
  it("leaves no handle behind once it is closed, whatever was still open", async () => {
    const before = openTcpHandles();
    const server = await startScriptedServer([{ status: 200 }, { hang: true }]);
    const counter = await startWireCounter(server.url);
    const agent = new Agent({ keepAlive: true });
    const idle = request(counter.url, { agent }).end();
    const [answer] = (await once(idle, "response")) as [IncomingMessage];
    answer.resume();
    const hanging = request(counter.url, { agent: false }).end();
    const broken = once(hanging, "error");
    await once(hanging, "finish");
    while (server.requests.length < 2) await setImmediate();
    expect(openTcpHandles()).toBeGreaterThan(before);

    await counter.close();
    await server.close();
    await broken;
    agent.destroy();
    await expectClosed(before);
  });

  it("leaves none behind that was held, late or refusing connections either", async () => {
    const before = openTcpHandles();
    const server = await startScriptedServer([{ hang: true }]);
    const proxy = await startFaultProxy(server.url);
    const [held, late] = [new Hold(), new Hold()];
    proxy.fault({ nth: 1, action: { kind: "delay", hold: held } });
    proxy.fault({ nth: 2, action: { kind: "land-late", hold: late } });
    const broken = [request(proxy.url).end(), request(proxy.url).end()].map((call) => once(call, "error"));
    await Promise.all([held.untilCaught(), late.untilCaught()]);
    const landing = expect(late.letGo()).rejects.toThrow("the fault proxy is closed");
    while (server.requests.length < 1) await setImmediate();
    await proxy.refuseConnections();
    await Promise.all(broken);

    await proxy.close();
    await landing;
    await server.close();
    await expectClosed(before);
  });
});
