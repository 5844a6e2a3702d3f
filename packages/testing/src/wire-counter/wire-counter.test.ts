import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { describe, expect, it } from "vitest";
import { listenOnLoopback } from "../loopback.ts";
import { startScriptedServer } from "../scripted-server/scripted-server.ts";
import { startWireCounter } from "./wire-counter.ts";

/** One request over `agent`, with headers as given and nothing added by a client library. */
async function send(
  url: string,
  options: { agent?: Agent; method?: string; headers?: string[]; body?: string } = {},
): Promise<{ answer: IncomingMessage; text: string }> {
  const { body, ...rest } = options;
  const call = request(url, { ...rest, setHost: options.headers === undefined }).end(body);
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { answer, text };
}

describe("a wire counter", () => {
  it("counts requests by method and path, with the status that the server gave", async () => {
    await using server = await startScriptedServer([{ status: 200 }, { status: 412 }, { status: 404 }]);
    await using counter = await startWireCounter(server.url);
    await fetch(`${counter.url}/b/k?x=1`, { method: "PUT", body: "one" });
    await fetch(`${counter.url}/b/k`, { method: "PUT", body: "two" });
    await fetch(`${counter.url}/b/other`);
    expect(counter.requests).toEqual([
      { method: "PUT", path: "/b/k", query: "x=1", status: 200 },
      { method: "PUT", path: "/b/k", query: "", status: 412 },
      { method: "GET", path: "/b/other", query: "", status: 404 },
    ]);
    expect([counter.count(), counter.count("PUT"), counter.count("GET", "/b/k")]).toEqual([3, 2, 0]);
    expect(counter.count(undefined, /^\/b\//)).toBe(3);
    counter.reset();
    expect(counter.count()).toBe(0);
  });

  it("counts what is sent while an answer is still due", async () => {
    await using server = await startScriptedServer([{ hang: true, before: () => client.abort() }]);
    await using counter = await startWireCounter(server.url);
    const client = new AbortController();
    await expect(fetch(counter.url, { signal: client.signal })).rejects.toThrow("aborted");
    expect(counter.requests).toEqual([{ method: "GET", path: "/", query: "", status: undefined }]);
  });

  it("forwards headers as they came, Host and repeated ones too", async () => {
    const seen: string[][] = [];
    await using server = await raw((incoming) => seen.push(incoming.rawHeaders));
    await using counter = await startWireCounter(server.url);
    const headers = [
      "Host",
      "bucket.example:81",
      "X-Amz-Meta-A",
      "1",
      "x-amz-meta-a",
      "2",
      "Connection",
      "close",
    ];
    await send(counter.url, { headers });
    expect(seen).toEqual([headers]);
  });

  it("gives the answer as it came: status, repeated headers, no Date of its own, every byte of a large body", async () => {
    const body = "0123456789".repeat(200_000);
    await using server = await startScriptedServer([
      { status: 203, headers: { ETag: '"e"', "Set-Cookie": ["a=1", "b=2"] }, body },
    ]);
    await using counter = await startWireCounter(server.url);
    const { answer, text } = await send(counter.url);
    expect(answer.statusCode).toBe(203);
    expect(answer.headers).toMatchObject({ etag: '"e"', "set-cookie": ["a=1", "b=2"] });
    expect(answer.headers.date).toBeUndefined();
    expect(text === body).toBe(true);
  });

  it("forwards a large request body, with a length or in chunks, and a write without any body", async () => {
    await using server = await startScriptedServer([{ status: 200 }, { status: 200 }, { status: 200 }]);
    await using counter = await startWireCounter(server.url);
    const body = "0123456789".repeat(200_000);
    await send(counter.url, {
      method: "PUT",
      headers: ["Host", "h", "Content-Length", String(body.length)],
      body,
    });
    await send(counter.url, { method: "PUT", headers: ["Host", "h", "Transfer-Encoding", "chunked"], body });
    await fetch(counter.url, { method: "POST" });
    expect(server.requests.map((seen) => seen.text.length)).toEqual([body.length, body.length, 0]);
  });

  it("keeps one connection to the server for one of the client's, over many requests", async () => {
    const ports = new Set<number | undefined>();
    await using server = await raw((incoming) => ports.add(incoming.socket.remotePort));
    await using counter = await startWireCounter(server.url);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < 3; i++) await send(counter.url, { agent });
    expect(ports.size).toBe(1);
    agent.destroy();
  });

  it("breaks the client's connection where the server breaks its own: before, in the middle of and after an answer", async () => {
    await using server = await startScriptedServer([
      { cut: "before" },
      { status: 200, body: "0123456789", cut: "middle" },
      { status: 200, body: "whole", cut: "after" },
    ]);
    await using counter = await startWireCounter(server.url);
    await expect(send(counter.url)).rejects.toThrow("socket hang up");
    await expect(send(counter.url)).rejects.toThrow("aborted");
    const agent = new Agent({ keepAlive: true });
    const call = request(counter.url, { agent }).end();
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    const closed = once(answer.socket, "close");
    expect((await answer.toArray()).join("")).toBe("whole");
    await closed;
  });

  it("breaks the client's connection if there is no server", async () => {
    const server = await startScriptedServer([]);
    await server.close();
    await using counter = await startWireCounter(server.url);
    await expect(send(counter.url)).rejects.toThrow("socket hang up");
    expect(counter.count()).toBe(1);
  });

  it("refuses a target that it could not read or would have to rewrite", async () => {
    await expect(startWireCounter("https://127.0.0.1:1")).rejects.toThrow(TypeError);
    await expect(startWireCounter("http://127.0.0.1:1/path")).rejects.toThrow("not http://127.0.0.1:1/path");
  });
});

async function raw(see: (incoming: IncomingMessage) => void) {
  const loopback = await listenOnLoopback((incoming, outgoing) => {
    see(incoming);
    incoming.resume().once("end", () => outgoing.end());
  });
  return { url: loopback.url, [Symbol.asyncDispose]: () => loopback.close() };
}
