/** What Google's own library makes of the server: nobody's code of ours is in between. */
import { gcsProfiles, type ObjectServer, profileLike, startGcsServer } from "@fencepost/testing";
import { type ApiError, type Bucket, type File, Storage } from "@google-cloud/storage";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const quick = profileLike(gcsProfiles.gcs, { changeEveryMs: 0 });
let server: ObjectServer;
let bucket: Bucket;
let file: File;
beforeEach(async () => {
  server = await startGcsServer({ profile: quick });
  bucket = storageAt(server.url).bucket("bucket");
  file = bucket.file("a folder/ünï (cödé).txt");
});
afterEach(() => server.close());

/** Without its retries: they would hide what it was answered. */
function storageAt(apiEndpoint: string): Storage {
  return new Storage({ apiEndpoint, projectId: "test", retryOptions: { autoRetry: false } });
}

const asked = () => server.log.requests.map(({ operation }) => operation);
const answered = () => server.log.requests.map(({ status }) => status);

/** The status of an error that must come. */
async function codeOf(work: Promise<unknown>): Promise<number | string | undefined> {
  return work.then(
    () => expect.unreachable("no error"),
    (error: ApiError) => error.code,
  );
}

async function generation(): Promise<string> {
  const [{ generation }] = await file.getMetadata();
  return String(generation);
}

describe("an upload", () => {
  test("by save() as it is, in two steps and with checksums checked, comes back checked", async () => {
    await file.save("one", { contentType: "text/x", metadata: { metadata: { writer: "us" } } });
    expect(asked()).toEqual(["uploads.start", "objects.insert"]);
    const [content] = await file.download();
    expect(content.toString()).toBe("one");
    const [metadata] = await file.getMetadata();
    expect(metadata).toMatchObject({ contentType: "text/x", size: "3", metadata: { writer: "us" } });
    expect(metadata.generation).toMatch(/^\d{16}$/);
  });

  test("in one step is checked both ways, too", async () => {
    await file.save(Buffer.from([0, 255, 13, 10]), { resumable: false, validation: true });
    expect(asked()).toEqual(["objects.insert"]);
    expect([...((await file.download({ validation: true })) as [Buffer])[0]]).toEqual([0, 255, 13, 10]);
  });

  test("of a generation that does not stand is refused, simple or in two steps", async () => {
    await file.save("one", { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
    const stale = await generation();
    await file.save("two", { resumable: false, preconditionOpts: { ifGenerationMatch: Number(stale) } });
    for (const resumable of [false, true]) {
      for (const ifGenerationMatch of [0, Number(stale)]) {
        const save = file.save("three", { resumable, preconditionOpts: { ifGenerationMatch } });
        expect(await codeOf(save)).toBe(412);
      }
    }
    expect((await file.download()).toString()).toBe("two");
  });

  test("in many pieces is not supported, and what it leaves is nothing", async () => {
    const save = file.save(Buffer.alloc(600_000), { chunkSize: 262_144 });
    expect(await codeOf(save)).toBe(501);
    expect(server.revision).toBe(0);
  });
});

describe("a condition", () => {
  test("that met an unchanged object is a 304, on both versions; fake-gcs-server gives it all again", async () => {
    await file.save("one", { resumable: false });
    const ifGenerationNotMatch = await generation();
    const read = (query: object) => file.getMetadata(query);
    expect(await codeOf(read({ ifGenerationNotMatch }))).toBe(304);
    expect(await codeOf(read({ ifMetagenerationNotMatch: 1 }))).toBe(304);
    expect((await read({ ifGenerationNotMatch: "5" }))[0].size).toBe("3");

    await using fake = await startGcsServer({ profile: gcsProfiles["fake-gcs"] });
    const there = storageAt(fake.url).bucket("bucket").file("k");
    await there.save("one", { resumable: false });
    const [{ generation: stands }] = await there.getMetadata();
    const [again] = await there.getMetadata({ ifGenerationNotMatch: stands });
    expect(again.generation).toBe(stands);
  });

  test("on a delete is honoured, and a generation that does not stand is not found", async () => {
    await file.save("one", { resumable: false });
    const stands = await generation();
    expect(await codeOf(file.delete({ ifGenerationMatch: "5" }))).toBe(412);
    expect(await codeOf(bucket.file(file.name, { generation: "5" }).delete())).toBe(404);
    await file.delete({ ifGenerationMatch: stands });
    expect(await codeOf(file.delete({ ifGenerationMatch: stands }))).toBe(404);
  });

  test("on a patch is honoured, and a patch moves the metageneration alone", async () => {
    await file.save("one", { resumable: false });
    const stands = await generation();
    const patch = (options: object) => file.setMetadata({ metadata: { beat: "2" } }, options);
    expect(await codeOf(patch({ ifMetagenerationMatch: 2 }))).toBe(412);
    expect(await codeOf(patch({ ifGenerationMatch: "5" }))).toBe(412);
    const [after] = await patch({ ifGenerationMatch: stands, ifMetagenerationMatch: 1 });
    expect(after).toMatchObject({ generation: stands, metageneration: "2", metadata: { beat: "2" } });
  });
});

describe("the rest of the library", () => {
  test("lists names, page by page and folded", async () => {
    for (const name of ["a", "b/1", "b/2", "c"]) await bucket.file(name).save("x", { resumable: false });
    const names = (files: File[]) => files.map(({ name }) => name);
    expect(names((await bucket.getFiles())[0])).toEqual(["a", "b/1", "b/2", "c"]);
    expect(names((await bucket.getFiles({ prefix: "b/", maxResults: 1 }))[0])).toEqual(["b/1"]);
    const [folded, , page] = await bucket.getFiles({ delimiter: "/", autoPaginate: false });
    expect(names(folded)).toEqual(["a", "c"]);
    expect(page).toMatchObject({ prefixes: ["b/"] });
  });

  test("finds buckets and objects, or their absence, and makes a bucket", async () => {
    expect(await file.exists()).toEqual([false]);
    expect(await codeOf(file.download())).toBe(404);
    expect(await bucket.exists()).toEqual([true]);
    const storage = storageAt(server.url);
    expect(await storage.bucket("other").exists()).toEqual([false]);
    await storage.createBucket("other");
    expect(await storage.bucket("other").exists()).toEqual([true]);
    expect(await codeOf(storage.bucket("third").file("k").save("x", { resumable: false }))).toBe(404);
  });

  test("streams an object out with its generation beside the bytes", async () => {
    await file.save("one", { resumable: false });
    const headers = await new Promise<Record<string, string>>((resolve, reject) => {
      file
        .createReadStream()
        .on("response", (response) => resolve(response.headers))
        .on("error", reject)
        .resume();
    });
    expect(headers).toMatchObject({ "x-goog-generation": await generation(), "x-goog-metageneration": "1" });
  });

  test("is told of copies that they are not supported", async () => {
    await file.save("one", { resumable: false });
    expect(await codeOf(file.copy("other"))).toBe(501);
    expect(answered()).toEqual([200, 501]);
  });

  test("is led there by STORAGE_EMULATOR_HOST, which moves its paths", async () => {
    const before = process.env["STORAGE_EMULATOR_HOST"];
    process.env["STORAGE_EMULATOR_HOST"] = server.url;
    try {
      const there = new Storage({ projectId: "test" }).bucket("bucket").file("k");
      await there.save("one");
      expect((await there.download()).toString()).toBe("one");
    } finally {
      if (before === undefined) delete process.env["STORAGE_EMULATOR_HOST"];
      else process.env["STORAGE_EMULATOR_HOST"] = before;
    }
    expect(answered()).toEqual([200, 200, 200]);
  });
});
