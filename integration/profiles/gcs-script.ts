/** What a service that speaks Google's API is asked: a step for each fact of a profile, and steps for what all do alike. */
import type { Step } from "./comparison.ts";
import { alike } from "./gcs-alike.ts";
import type { Answered, GcsPlace } from "./gcs-place.ts";

type GcsStep = Step<GcsPlace>;

function step(name: string, shows: readonly string[], ask: GcsStep["ask"]): GcsStep {
  return { name, shows, ask };
}

const status = ({ status }: Answered): number => status;
const problem = ({ status, json }: Answered): unknown => [
  status,
  json?.error?.code,
  json?.error?.message,
  json?.error?.errors?.[0]?.reason,
];

/** Where the providers differ. */
const facts: readonly GcsStep[] = [
  step("an upload that must not meet this generation, and does", ["unchangedUpload"], async (place) => {
    const { json } = await place.write("unchanged", "one");
    return status(await place.write("unchanged", "two", `&ifGenerationNotMatch=${json.generation}`));
  }),
  step("an upload onto nothing, unless it is a certain generation", ["unlessOnNothing"], async (place) => [
    status(await place.write("nothing-0", "one", "&ifGenerationNotMatch=0")),
    status(await place.write("nothing-5", "one", "&ifGenerationNotMatch=5")),
  ]),
  step("an upload onto another metageneration", ["uploadMetageneration"], async (place) => {
    await place.write("uploaded", "one");
    return status(await place.write("uploaded", "two", "&ifMetagenerationMatch=7"));
  }),
  ...[
    "ifGenerationMatch=5",
    "ifGenerationMatch=0",
    "ifMetagenerationMatch=7",
    "ifMetagenerationNotMatch=1",
  ].map((query, index) =>
    step(`reads of resource and bytes with ${query}`, ["readConditions"], async (place) => {
      await place.write(`read-${index}`, "one");
      const resource = await place.read(`read-${index}`, `?${query}`);
      const bytes = await place.read(`read-${index}`, `?alt=media&${query}`);
      return [status(resource), status(bytes)];
    }),
  ),
  step("reads unless it is this generation", ["readConditions"], async (place) => {
    const { json } = await place.write("read", "one");
    const query = `ifGenerationNotMatch=${json.generation}`;
    const bytes = await place.read("read", `?alt=media&${query}`);
    return [status(await place.read("read", `?${query}`)), status(bytes), bytes.text];
  }),
  step("a delete of another generation, by condition", ["deleteConditions"], async (place) => {
    await place.write("kept", "one");
    const deleted = await place.remove("kept", "?ifGenerationMatch=5");
    return [deleted.status < 300, status(await place.read("kept"))];
  }),
  step("a patch of another generation, by condition", ["patchConditions"], async (place) => {
    await place.write("patched", "one");
    const patched = await place.patch("patched", { metadata: { n: "1" } }, "?ifGenerationMatch=5");
    return [status(patched), (await place.read("patched")).json.metadata];
  }),
  step("a delete", ["deleted"], async (place) => {
    await place.write("deleted", "one");
    const { status, text } = await place.remove("deleted");
    return [status, text.trim()];
  }),
  step("the metageneration after a patch", ["metageneration"], async (place) => {
    await place.write("counted", "one");
    await place.patch("counted", { metadata: { n: "1" } });
    return (await place.read("counted")).json.metageneration;
  }),
  step("the time of the last change after a patch", ["updatedByPatch"], async (place) => {
    const { json } = await place.write("timed", "one");
    await place.patch("timed", { metadata: { n: "1" } });
    return (await place.read("timed")).json.updated === json.updated;
  }),
  step("a patch with null for a name", ["nullInMetadata"], async (place) => {
    await place.writeWith({ name: "nulled", metadata: { a: "1", b: "2" } }, "one");
    await place.patch("nulled", { metadata: { a: null, c: "3" } });
    return (await place.read("nulled")).json.metadata;
  }),
  step("two uploads at once, one after the other", ["changeEveryMs"], async (place) => [
    status(await place.write("twice", "one")),
    status(await place.write("twice", "two")),
  ]),
  step("bytes of nothing, through JSON", ["missingMedia"], async (place) => {
    const { status, text, headers } = await place.read("none", "?alt=media");
    return [status, text.replace(/bucket\/.*/, ""), headers.get("content-type")];
  }),
  step("bytes of nothing, through XML", ["missingMedia"], async (place) => {
    const { status, text } = await place.readXml("none");
    return [status, text];
  }),
  step("the resource of nothing", ["missing"], async (place) => problem(await place.read("none"))),
  step("a list of no bucket", ["missing"], async (place) =>
    problem(await place.ask("GET", "/storage/v1/b/no-such-bucket/o")),
  ),
  step("an upload into no bucket", ["missing"], async (place) =>
    problem(
      await place.ask("POST", "/upload/storage/v1/b/no-such-bucket/o?uploadType=media&name=x", { body: "x" }),
    ),
  ),
  step("metadata beside the bytes", ["metadataHeaders"], async (place) => {
    await place.writeWith({ name: "told", metadata: { Writer: "us" } }, "one");
    const answers = [await place.read("told", "?alt=media"), await place.readXml("told")];
    return answers.map(({ headers }) => headers.get("x-goog-meta-writer"));
  }),
  step("the metageneration beside the bytes", ["metagenerationHeader"], async (place) => {
    await place.write("numbered", "one");
    const answers = [await place.read("numbered", "?alt=media"), await place.readXml("numbered")];
    return answers.map(({ headers }) => headers.get("x-goog-metageneration"));
  }),
  step("an upload that asks for its generation alone", ["partialAnswers"], async (place) => {
    const { json } = await place.write("partial", "one", "&fields=generation");
    return ["generation", "name", "size", "md5Hash"].filter((member) => member in json);
  }),
  step("the ETag, before and after a patch", ["etag"], async (place) => {
    const { json } = await place.write("tagged", "one");
    await place.patch("tagged", { metadata: { n: "1" } });
    const after = (await place.read("tagged")).json;
    const headers = [await place.read("tagged", "?alt=media"), await place.readXml("tagged")].map(
      ({ headers }) => headers.get("etag") === `"${json.md5Hash}"`,
    );
    return [json.etag === json.md5Hash, json.etag === after.etag, headers];
  }),
];

export const gcsScript: readonly GcsStep[] = [...facts, ...alike];
