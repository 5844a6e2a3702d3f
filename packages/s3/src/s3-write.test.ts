import type { Version } from "@fencepost/core";
import { type ScriptedStep, startScriptedServer } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { bytes, outcome, storeAt, version } from "../test/scripted-s3.ts";

describe("a write", () => {
  const written: ScriptedStep = { status: 200, headers: { ETag: '"v2"' } };

  it("that creates is sent on the condition that there is nothing", async () => {
    await using server = await startScriptedServer([written]);
    const result = await storeAt(server.url).put("key", bytes("text"), "absent", {
      metadata: { id: "1" },
      contentType: "text/csv",
    });
    expect(result).toEqual({ kind: "written", version: '"v2"' });
    const [sent] = server.requests;
    expect(sent).toMatchObject({ method: "PUT", path: "/bucket/in/key", text: "text" });
    expect(sent?.headers).toMatchObject({
      "if-none-match": "*",
      "x-amz-meta-id": "1",
      "content-type": "text/csv",
    });
    expect(sent?.headers["if-match"]).toBeUndefined();
  });

  it.each(['"v1"', "v1"])("that replaces %s names it exactly as it was received", async (received) => {
    await using server = await startScriptedServer([written]);
    await storeAt(server.url).put("key", bytes("text"), { matches: received as Version }, {});
    expect(server.requests[0]?.headers["if-match"]).toBe(received);
    expect(server.requests[0]?.headers["if-none-match"]).toBeUndefined();
  });

  it.each(['"v2"', "v2"])("gives the version %s as it was received", async (received) => {
    await using server = await startScriptedServer([{ status: 200, headers: { ETag: received } }]);
    const result = await storeAt(server.url).put("key", bytes("text"), "absent", {});
    expect(result).toEqual({ kind: "written", version: received });
  });

  it.each([{}, { ETag: 'W/"v2"' }])("that is answered without a version (%j) is unknown", async (given) => {
    await using server = await startScriptedServer([{ status: 200, headers: given }]);
    expect(await outcome(storeAt(server.url), "create")).toMatchObject({ kind: "unknown" });
  });

  it("takes no checksum along outside of AWS, which would break other stores, and a read asks for none", async () => {
    await using server = await startScriptedServer([written, { status: 404 }]);
    await storeAt(server.url).put("key", bytes("text"), "absent", {});
    await storeAt(server.url).get("key", {});
    const names = server.requests.flatMap((sent) => Object.keys(sent.headers));
    expect(names.filter((name) => name.includes("checksum"))).toEqual([]);
  });
});

describe("a delete", () => {
  it("names the version, and gives it back", async () => {
    await using server = await startScriptedServer([{ status: 204 }]);
    expect(await storeAt(server.url).delete("key", version, {})).toEqual({ kind: "written", version });
    expect(server.requests[0]).toMatchObject({ method: "DELETE", path: "/bucket/in/key" });
    expect(server.requests[0]?.headers["if-match"]).toBe('"v1"');
  });
});
