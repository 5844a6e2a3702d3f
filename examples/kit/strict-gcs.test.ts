/** Code of one's own that uses Google's library, tested against what Google may answer. */
import { gcsProfiles, profileLike, startGcsServer } from "@fencepost/testing";
import { type File, Storage } from "@google-cloud/storage";
import { expect, it } from "vitest";

/** The code under test: publishes a report unless there is one. The answer may be lost, and the write not. */
async function publish(file: File, text: string): Promise<"published" | "there already"> {
  const create = () =>
    file.save(text, { resumable: false, validation: false, preconditionOpts: { ifGenerationMatch: 0 } });
  try {
    await create();
    return "published";
  } catch (error) {
    if ((error as { code?: unknown }).code === 412) return "there already";
    const [stands] = await file.download();
    if (stands.toString() === text) return "published";
    throw error;
  }
}

const fileAt = (url: string) =>
  new Storage({ apiEndpoint: url, projectId: "test", retryOptions: { autoRetry: false } })
    .bucket("bucket")
    .file("report.txt");

it("a report is published once", async () => {
  // A server that lets the test write again at once; Google itself takes one write a second to one name.
  await using server = await startGcsServer({
    profile: profileLike(gcsProfiles.gcs, { changeEveryMs: 0 }),
  });
  expect(await publish(fileAt(server.url), "ours")).toBe("published");
  expect(await publish(fileAt(server.url), "theirs")).toBe("there already");
  expect((await fileAt(server.url).download()).toString()).toBe("ours");
});

it("a report whose answer is lost is ours all the same", async () => {
  await using server = await startGcsServer();
  const lost = server.fault({ method: "POST", first: 1, action: { kind: "drop", when: "after-effect" } });
  expect(await publish(fileAt(server.url), "ours")).toBe("published");
  expect(lost.fired).toBe(1);
  expect(server.log.requests.map(({ operation, status }) => [operation, status])).toEqual([
    ["objects.insert", undefined],
    ["objects.get", 200],
  ]);
  expect(server.log.counts()).toEqual({ A: 1, B: 1, free: 0 });
});
