/** What a write needs, and what it leaves behind: over the wire, with nothing but fetch. */
import { afterEach, describe, expect, it } from "vitest";
import { askingOf, multipart, objects, uploads } from "../../test/gcs-asking.ts";
import type { ObjectServer } from "../object-server/object-server.ts";
import { profileLike } from "../object-server/profile.ts";
import { type GcsServerOptions, startGcsServer } from "./gcs-server.ts";
import { gcsProfiles } from "./profiles.ts";

const quick = profileLike(gcsProfiles.gcs, { changeEveryMs: 0 });
let server: ObjectServer;
afterEach(() => server?.close());

async function started(options: GcsServerOptions = { profile: quick }): Promise<void> {
  server = await startGcsServer(options);
}

const { ask, write, patch } = askingOf(() => server.url);

describe("an upload", () => {
  it("simple or multipart is answered with its resource, and read back byte for byte", async () => {
    await started();
    const simple = await write("a/ü", "one");
    expect(simple).toMatchObject({ status: 200 });
    expect(simple.json).toMatchObject({
      kind: "storage#object",
      name: "a/ü",
      bucket: "bucket",
      size: "3",
      metageneration: "1",
      contentType: "text/plain",
      md5Hash: "+XxdKZQb+xsv2rCHSQargg==",
      crc32c: "KpSy6Q==",
    });
    const { json } = await ask(
      "POST",
      `${uploads}?uploadType=multipart`,
      multipart({ name: "b", metadata: { Writer: "us" }, cacheControl: "no-store" }, "two"),
    );
    expect(json).toMatchObject({ metadata: { Writer: "us" }, cacheControl: "no-store" });
    expect((await ask("GET", `${objects}/a%2F%C3%BC?alt=media`)).text).toBe("one");
    expect((await ask("GET", `/download${objects}/b?alt=media`)).text).toBe("two");
    expect((await ask("GET", "/bucket/a/%C3%BC")).text).toBe("one");
  });

  it("gets a new generation each time, greater than 2^50, and metageneration 1", async () => {
    await started();
    const generations: string[] = [];
    for (const body of ["a", "a", "a"]) generations.push((await write("k", body)).json.generation);
    expect(new Set(generations).size).toBe(3);
    expect(generations).toEqual([...generations].sort());
    expect(Number(generations[0])).toBeGreaterThan(2 ** 50);
  });

  it("in two steps takes the condition, name and metadata of the first", async () => {
    await started();
    const start = () =>
      ask("POST", `${uploads}?uploadType=resumable&name=r&ifGenerationMatch=0`, {
        body: '{"metadata":{"k":"v"}}',
        headers: { "X-Upload-Content-Type": "text/x" },
      });
    const first = await start();
    const second = await start();
    const session = (answer: typeof first) => new URL(answer.headers["location"] as string);
    const send = ({ pathname, search }: URL, range: string, body = "whole") =>
      ask("PUT", pathname + search, { body, headers: { "Content-Range": range } });

    expect(session(first).origin).toBe(server.url);
    expect(await send(session(first), "bytes */*", "")).toMatchObject({ status: 308 });
    expect(await send(session(first), "bytes 0-2/9", "par")).toMatchObject({ status: 501 });
    expect(await send(session(first), "bytes 0-*/*")).toMatchObject({
      status: 200,
      json: { name: "r", metadata: { k: "v" }, contentType: "text/x", size: "5" },
    });
    expect(await send(session(second), "bytes 0-4/5")).toMatchObject({ status: 412 });
    expect(await ask("PUT", `${uploads}?upload_id=nobodys`)).toMatchObject({ status: 400 });
  });

  it.each([
    ["without a name", "uploadType=media", {}, 400],
    ["of another kind", "uploadType=other&name=x", {}, 501],
    ["whose parts are none", "uploadType=multipart", { body: "x" }, 400],
    [
      "with another hash than its bytes",
      "uploadType=media&name=x",
      { headers: { "x-goog-hash": "crc32c=AAAAAA==" }, body: "x" },
      400,
    ],
    ["with holds", "uploadType=multipart", multipart({ name: "x", temporaryHold: true }, "x"), 501],
    [
      "with numbers as metadata",
      "uploadType=multipart",
      multipart({ name: "x", metadata: { n: 1 } }, "x"),
      400,
    ],
    ["with a condition that is no number", "uploadType=media&name=x&ifGenerationMatch=y", { body: "x" }, 400],
    ["into no bucket", "uploadType=media&name=x", { body: "x" }, 404, "none"],
  ])("%s is refused, and leaves nothing", async (_, query, init: RequestInit, status, bucket = "bucket") => {
    await started();
    expect(await ask("POST", `/upload/storage/v1/b/${bucket}/o?${query}`, init)).toMatchObject({ status });
    expect(server.revision).toBe(0);
  });
});

describe("conditions", () => {
  /** Each on an object that has been patched once: metageneration 2. `now` stands for its generation. */
  it.each([
    ["ifGenerationMatch=now", 200, 200, 204],
    ["ifGenerationMatch=5", 412, 412, 412],
    ["ifGenerationMatch=0", 412, 412, 412],
    ["ifGenerationNotMatch=now", 304, 304, 304],
    ["ifGenerationNotMatch=5", 200, 200, 204],
    ["ifMetagenerationMatch=2", 200, 200, 204],
    ["ifMetagenerationMatch=1", 412, 412, 412],
    ["ifMetagenerationNotMatch=2", 304, 304, 304],
    ["ifMetagenerationNotMatch=1", 200, 200, 204],
    ["ifGenerationMatch=now&ifMetagenerationMatch=1", 412, 412, 412],
    ["generation=now", 200, 200, 204],
    ["generation=5", 404, 200, 404],
  ])("%s hold for reads, uploads, patches and deletes alike", async (query, read, upload, remove) => {
    await started();
    const { json } = await write("k", "one");
    await patch("k", { metadata: { n: "1" } });
    const asked = query.replaceAll("now", json.generation);
    const revision = server.revision;
    for (const form of ["", "&alt=media"]) {
      const answer = await ask("GET", `${objects}/k?${asked}${form}`);
      expect(answer.status).toBe(read);
      if (read === 304) expect(answer.text).toBe("");
    }
    expect(server.revision).toBe(revision);

    expect((await ask("DELETE", `${objects}/k?${asked}`)).status).toBe(remove);
    expect((await ask("GET", `${objects}/k`)).status).toBe(remove === 204 ? 404 : 200);
    await restore(revision);
    expect((await patch("k", { metadata: { n: "2" } }, `?${asked}`)).status).toBe(read);
    await restore(revision);
    expect((await write("k", "two", `&${asked}`)).status).toBe(upload);
    expect((await ask("GET", `${objects}/k?alt=media`)).text).toBe(upload === 200 ? "two" : "one");
  });

  async function restore(revision: number): Promise<void> {
    server.rollBack(revision);
    expect((await ask("GET", `${objects}/k?fields=metageneration`)).json).toEqual({ metageneration: "2" });
  }

  it("of the XML API are headers", async () => {
    await started();
    const { json } = await write("k", "one");
    const read = async (value: string) =>
      (await ask("GET", "/bucket/k", { headers: { "x-goog-if-generation-match": value } })).status;
    expect([await read(json.generation), await read("5")]).toEqual([200, 412]);
  });

  it("let one of many creates in, and one of many replaces", async () => {
    await started();
    const race = (query: string) =>
      Promise.all(Array.from({ length: 24 }, (_, n) => write("k", String(n), query)));
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
    const creates = await race("&ifGenerationMatch=0");
    expect(statuses(creates)).toEqual([200, ...Array<number>(23).fill(412)]);
    const { json } = creates.find(({ status }) => status === 200) ?? {};
    expect(statuses(await race(`&ifGenerationMatch=${json.generation}`))).toEqual([
      200,
      ...Array<number>(23).fill(412),
    ]);
  });
});
