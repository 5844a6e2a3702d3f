import { createHash } from "node:crypto";
import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import type { Version } from "@fencepost/core";
import { startScriptedServer } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { insertedAnswer, nowMs, objectAnswer, routes, xmlError } from "../test/google.ts";
import { perform } from "../test/quirk-proofs.ts";
import type { GcsStoreOptions } from "./gcs-options.ts";
import { anything } from "./gcs-quirk.ts";
import { gcsStore } from "./gcs-store.ts";

const page = (...names: string[]): string => JSON.stringify({ items: names.map((name) => ({ name })) });

describe.each(routes)("the store over $by", ({ storeAt }) => {
  it("reads body, version, metadata, content type and times from one answer", async () => {
    await using server = await startScriptedServer([
      objectAnswer("9007199254740993", {
        "X-Goog-Meta-Write-Id": "abc",
        "x-goog-meta-recent": "d, e",
        "Content-Type": "text/csv",
      }),
    ]);
    const got = await storeAt(server.url).get("a/key b.json", {});
    expect(got).toEqual({
      kind: "found",
      body: Buffer.from("body"),
      metadata: { "write-id": "abc", recent: "d, e" },
      contentType: "text/csv",
      version: "9007199254740993",
      times: { nowMs, ageMs: 10_000, resolutionMs: 1000 },
    });
    expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      "GET /bucket/app/a/key%20b.json",
    ]);
  });

  it("reads bytes as bytes, whatever type the object claims to have", async () => {
    const body = Buffer.from([0xff, 0xfe, 0, 0x7b]);
    const headers = { "x-goog-generation": "8", "Content-Type": "application/json; charset=UTF-8" };
    await using server = await startScriptedServer([{ status: 200, headers, body }]);
    const got = await storeAt(server.url).get("key", {});
    expect(got).toMatchObject({ kind: "found", body, times: undefined });
  });

  it("says unchanged of the version that the caller has, and found of any other", async () => {
    await using server = await startScriptedServer([objectAnswer("7"), objectAnswer("70")]);
    const store = storeAt(server.url);
    const unlessVersion = "7" as Version;
    expect(await store.get("key", { unlessVersion })).toMatchObject({ kind: "unchanged", times: { nowMs } });
    expect(await store.get("key", { unlessVersion })).toMatchObject({ kind: "found", version: "70" });
  });

  it("gives a seed for tokens with what is absent", async () => {
    await using server = await startScriptedServer([xmlError(404, "NoSuchKey", "Not there.")]);
    expect(await storeAt(server.url).get("key", {})).toEqual({ kind: "absent", tokenSeed: nowMs });
  });

  it("sends one request a write, with the condition in it", async () => {
    await using server = await startScriptedServer([
      insertedAnswer("8"),
      insertedAnswer("9"),
      { status: 204 },
    ]);
    const store = storeAt(server.url);
    await perform(store, "create");
    await perform(store, "replace");
    await perform(store, "delete");
    expect(
      server.requests.map(({ method, path, query }) => [method, path, query.get("ifGenerationMatch")]),
    ).toEqual([
      ["POST", "/upload/storage/v1/b/bucket/o", "0"],
      ["POST", "/upload/storage/v1/b/bucket/o", "7"],
      ["DELETE", "/storage/v1/b/bucket/o/app%2Fkey", "7"],
    ]);
    expect(server.requests[0]?.text).toContain('"name":"app/key"');
  });

  it("lists page by page, without its prefix", async () => {
    await using server = await startScriptedServer([
      { status: 200, body: JSON.stringify({ items: [{ name: "app/a" }], nextPageToken: "t/1" }) },
      { status: 200, body: JSON.stringify({ nextPageToken: "t/2" }) },
      { status: 200, body: page("app/b/c") },
    ]);
    expect(await perform(storeAt(server.url), "list")).toEqual(["a", "b/c"]);
    expect(server.requests.map(({ query }) => query.get("pageToken"))).toEqual([null, "t/1", "t/2"]);
    expect(server.requests.map(({ query }) => query.get("prefix"))).toEqual(["app/", "app/", "app/"]);
  });

  it("asks for no further page than its reader", async () => {
    await using server = await startScriptedServer([
      {
        status: 200,
        body: JSON.stringify({ items: [{ name: "app/a" }, { name: "app/b" }], nextPageToken: "t" }),
      },
    ]);
    for await (const key of storeAt(server.url).list("", {})) {
      if (key === "b") break;
    }
    expect(server.requests).toHaveLength(1);
  });

  it("throws the signal's reason at the next key, if a listing is aborted in the middle of a page", async () => {
    await using server = await startScriptedServer([{ status: 200, body: page("app/a", "app/b") }]);
    const abort = new AbortController();
    const reason = new Error("the caller's own reason");
    const keys: string[] = [];
    const listing = (async () => {
      for await (const key of storeAt(server.url).list("", { signal: abort.signal })) {
        keys.push(key);
        abort.abort(reason);
      }
    })();
    await expect(listing).rejects.toBe(reason);
    expect(keys).toEqual(["a"]);
  });

  it("leaves no listener on the caller's signal", async () => {
    await using server = await startScriptedServer([objectAnswer("8"), insertedAnswer("9")]);
    const { signal } = new AbortController();
    const store = storeAt(server.url);
    await perform(store, "get", signal);
    await perform(store, "create", signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it.each(anything)("bills the project and shows the encryption key with %s too", async (operation) => {
    await using server = await startScriptedServer([{ status: 503 }]);
    const key = Buffer.alloc(32, 7);
    const store = storeAt(server.url, { userProject: "billed", encryptionKey: key });
    await perform(store, operation).catch(() => undefined);
    expect(server.requests[0]?.headers).toMatchObject({
      "x-goog-user-project": "billed",
      "x-goog-encryption-algorithm": "AES256",
      "x-goog-encryption-key": key.toString("base64"),
      "x-goog-encryption-key-sha256": createHash("sha256").update(key).digest("base64"),
    });
  });

  it.each(anything)("keeps the encryption key and the token out of what %s fails with", async (operation) => {
    await using server = await startScriptedServer([{ cut: "before" }]);
    const store = storeAt(server.url, { encryptionKey: Buffer.alloc(32, 7) });
    const outcome = await perform(store, operation).catch((error) => error);
    const shown = inspect(outcome, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(shown).not.toContain(Buffer.alloc(32, 7).toString("base64"));
    expect(shown).not.toContain("test-token");
  });
});

describe("a store", () => {
  it("is named by bucket and prefix and, outside of Google, by where it is", () => {
    expect(gcsStore("gs://bucket/a?endpoint=http://127.0.0.1:1").name).toBe(
      "gs://bucket/a at http://127.0.0.1:1",
    );
    expect(gcsStore("gs://bucket?endpoint=http://127.0.0.1:1").name).toBe(
      "gs://bucket at http://127.0.0.1:1",
    );
    expect(gcsStore("gs://bucket").name).toBe("gs://bucket");
    expect(gcsStore("gs://bucket/a/b/").name).toBe("gs://bucket/a/b");
  });

  it.each<[object, RegExp]>([
    [
      { userproject: "x" },
      /^unknown option "userproject" of gcsStore; there are storage, userProject, encryptionKey$/,
    ],
    [{ storage: {} }, /^option storage must be a Storage/],
    [{ userProject: "a b" }, /^option userProject "a b" must be/],
    [{ encryptionKey: "c2VjcmV0" }, /^option encryptionKey has 6 bytes; an AES-256 key has 32$/],
  ])("refuses the options %j", (options, message) => {
    expect(() => gcsStore("gs://bucket", options as GcsStoreOptions)).toThrow(message);
  });

  it("takes undefined for every option, for those who forward theirs", () => {
    const options = { storage: undefined, userProject: undefined, encryptionKey: undefined };
    expect(gcsStore("gs://bucket", options).name).toBe("gs://bucket");
  });

  it("gives up on a list that never ends", async () => {
    let pages = 0;
    const storage = {
      apiEndpoint: "https://storage.googleapis.com",
      authClient: {
        getRequestHeaders: () => Promise.resolve({}),
        request: () => {
          pages += 1;
          return Promise.resolve({ status: 200, headers: {}, data: Buffer.from('{"nextPageToken":"t"}') });
        },
      },
    };
    const listing = perform(gcsStore("gs://bucket", { storage }), "list");
    await expect(listing).rejects.toThrow(
      /could not list gs:\/\/bucket\/: still not at the end after 10000 pages/,
    );
    expect(pages).toBe(10_000);
  });
});
