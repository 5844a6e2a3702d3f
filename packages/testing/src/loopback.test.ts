import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startScriptedServer } from "./scripted-server/scripted-server.ts";
import { startWireCounter } from "./wire-counter/wire-counter.ts";

const openTcpHandles = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource.startsWith("TCP")).length;

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
    for (let turn = 0; turn < 100 && openTcpHandles() > before; turn++) await setImmediate();
    expect(openTcpHandles()).toBe(before);
  });
});
