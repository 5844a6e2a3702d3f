import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { describe, expect, it } from "vitest";
import { startScriptedServer } from "./scripted-server.ts";

describe("a scripted server", () => {
  it("answers with the status, the headers and the body of the script, in order", async () => {
    await using server = await startScriptedServer([
      { status: 200, headers: { ETag: '"one"', "x-list": ["a", "b"] }, body: "first" },
      { status: 404, body: new Uint8Array([1, 2, 3]) },
    ]);
    const first = await fetch(`${server.url}/a`);
    expect([first.status, first.headers.get("etag"), first.headers.get("x-list")]).toEqual([
      200,
      '"one"',
      "a, b",
    ]);
    expect(await first.text()).toBe("first");
    const second = await fetch(`${server.url}/b`);
    expect(second.status).toBe(404);
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  it("adds no Date and no body of its own", async () => {
    await using server = await startScriptedServer([
      { status: 200 },
      { status: 304, headers: { Date: "Thu, 01 Jan 2026 00:00:00 GMT" } },
    ]);
    const first = await fetch(server.url);
    expect(first.headers.has("date")).toBe(false);
    expect(await first.text()).toBe("");
    const second = await fetch(server.url);
    expect(second.headers.get("date")).toBe("Thu, 01 Jan 2026 00:00:00 GMT");
    expect(second.headers.has("content-length")).toBe(false);
  });

  it("records each request as it was sent", async () => {
    await using server = await startScriptedServer([{ status: 200 }]);
    await fetch(`${server.url}/bucket/a%2Fb?list-type=2&prefix=x%20y`, {
      method: "PUT",
      headers: { "If-None-Match": "*" },
      body: "grüße",
    });
    const [seen] = server.requests;
    expect(seen).toMatchObject({ method: "PUT", path: "/bucket/a%2Fb", text: "grüße" });
    expect(seen?.target).toBe("/bucket/a%2Fb?list-type=2&prefix=x%20y");
    expect(seen?.query.get("prefix")).toBe("x y");
    expect(seen?.headers["if-none-match"]).toBe("*");
    expect(seen?.body).toEqual(new TextEncoder().encode("grüße"));
  });

  it("answers only when its hook is done, and gives the hook the request", async () => {
    const order: string[] = [];
    await using server = await startScriptedServer([
      {
        status: 200,
        before: async (seen) => {
          await Promise.resolve();
          order.push(`hook ${seen.path}`);
        },
      },
    ]);
    await fetch(`${server.url}/slow`);
    order.push("answered");
    expect(order).toEqual(["hook /slow", "answered"]);
  });

  it("never answers a request that is to hang, and close() ends it", async () => {
    const server = await startScriptedServer([{ hang: true, before: () => void server.close() }]);
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
    await server.close();
  });

  it("cuts the connection before an answer", async () => {
    await using server = await startScriptedServer([{ cut: "before" }]);
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
    expect(server.requests).toHaveLength(1);
  });

  it("cuts the connection in the middle of a body, after the headers and half of it", async () => {
    await using server = await startScriptedServer([{ status: 200, body: "0123456789", cut: "middle" }]);
    const call = request(server.url).end();
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    expect(answer.headers["content-length"]).toBe("10");
    let received = "";
    const reading = (async () => {
      for await (const chunk of answer) received += String(chunk);
    })();
    await expect(reading).rejects.toThrow("aborted");
    expect(received).toBe("01234");
  });

  it("cuts the connection after a whole answer", async () => {
    await using server = await startScriptedServer([{ status: 200, body: "whole", cut: "after" }]);
    const agent = new Agent({ keepAlive: true });
    const call = request(server.url, { agent }).end();
    const [answer] = (await once(call, "response")) as [IncomingMessage];
    const closed = once(answer.socket, "close");
    let received = "";
    for await (const chunk of answer) received += String(chunk);
    expect(received).toBe("whole");
    await closed;
  });

  it("lets a function answer any number of requests", async () => {
    await using server = await startScriptedServer((seen, index) => ({
      status: 200,
      body: `${seen.path} ${index}`,
    }));
    expect(await (await fetch(`${server.url}/a`)).text()).toBe("/a 0");
    expect(await (await fetch(`${server.url}/b`)).text()).toBe("/b 1");
  });
});

describe("a scripted server that is not used as scripted", () => {
  it("answers 501 to a request that the script does not have, and fails on close", async () => {
    const server = await startScriptedServer([]);
    const answer = await fetch(`${server.url}/x?y=z`, { method: "DELETE" });
    expect(answer.status).toBe(501);
    expect(await answer.text()).toBe("unscripted request: DELETE /x?y=z\n");
    await expect(server.close()).rejects.toThrow("unscripted request: DELETE /x?y=z");
  });

  it("does so too where a function gives no step", async () => {
    const server = await startScriptedServer(() => undefined);
    await fetch(`${server.url}/x`);
    await expect(server.close()).rejects.toThrow("unscripted request: GET /x");
  });

  it("fails on close if a step was never asked for", async () => {
    const server = await startScriptedServer([{ status: 200 }, { status: 200 }]);
    await fetch(server.url);
    await expect(server.close()).rejects.toThrow("1 of 2 scripted steps were never asked for");
  });

  it("fails on close if a hook threw, and cuts that request", async () => {
    const cause = new Error("wrong header");
    const server = await startScriptedServer([
      {
        status: 200,
        before: () => {
          throw cause;
        },
      },
    ]);
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
    await expect(server.close()).rejects.toMatchObject({ cause });
  });

  it("listens no more after close, which may be called twice", async () => {
    const server = await startScriptedServer([{ status: 200 }]);
    await fetch(server.url);
    expect(server.close()).toBe(server.close());
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow("fetch failed");
  });
});
