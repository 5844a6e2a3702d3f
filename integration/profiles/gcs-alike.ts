/** What every service that speaks Google's API does alike. No fact of a profile is in it; the server must have it right. */
import type { Step } from "./comparison.ts";
import type { Answered, GcsPlace } from "./gcs-place.ts";

type GcsStep = Step<GcsPlace>;

function step(name: string, ask: GcsStep["ask"]): GcsStep {
  return { name, shows: [], ask };
}

const status = ({ status }: Answered): number => status;
const refusal = ({ status, json }: Answered): unknown => [
  status,
  json?.error?.code,
  json?.error?.errors?.[0]?.reason,
  json?.error?.errors?.[0]?.domain,
];

export const alike: readonly GcsStep[] = [
  step("creates, replaces, and their refusals", async (place) => {
    const first = await place.write("k", "one", "&ifGenerationMatch=0");
    const again = await place.write("k", "two", "&ifGenerationMatch=0");
    const second = await place.write("k", "two", `&ifGenerationMatch=${first.json.generation}`);
    const stale = await place.write("k", "three", `&ifGenerationMatch=${first.json.generation}`);
    const nothing = await place.write("nothing", "x", "&ifGenerationMatch=5");
    return [status(first), refusal(again), status(second), refusal(stale), refusal(nothing)];
  }),
  step("the same as multipart uploads", async (place) => {
    const first = await place.writeWith({ name: "m" }, "one", "&ifGenerationMatch=0");
    const again = await place.writeWith({ name: "m" }, "two", "&ifGenerationMatch=0");
    const second = await place.writeWith({ name: "m" }, "two", `&ifGenerationMatch=${first.json.generation}`);
    return [status(first), refusal(again), status(second), (await place.read("m", "?alt=media")).text];
  }),
  step("24 creates at once, and 24 replaces", async (place) => {
    const race = (query: string) =>
      Promise.all(Array.from({ length: 24 }, (_, n) => place.write("raced", String(n), query)));
    const creates = await race("&ifGenerationMatch=0");
    const { json } = creates.find(({ status }) => status === 200) ?? {};
    const replaces = await race(`&ifGenerationMatch=${json?.generation}`);
    return [creates.map(status).sort(), replaces.map(status).sort()];
  }),
  step("generations: texts of numbers, new with each upload, the same after a patch", async (place) => {
    const written = [await place.write("g", "a"), await place.write("g", "a")].map(
      ({ json }) => json.generation,
    );
    await place.patch("g", { metadata: { n: "1" } });
    const stands = (await place.read("g")).json.generation;
    return [
      written.every((text) => /^\d{16,}$/.test(text)),
      written[0] === written[1],
      stands === written[1],
    ];
  }),
  step("a resource's members", async (place) => {
    const resource = {
      name: "a/ü (1)",
      contentType: "text/plain",
      cacheControl: "no-store",
      metadata: { N: "1" },
    };
    const { json } = await place.writeWith(resource, "one");
    const { name, contentType, cacheControl, metadata, size, md5Hash, crc32c, kind, storageClass } = json;
    const updated = [json.timeCreated, json.updated].map((time) => !Number.isNaN(Date.parse(time)));
    return { name, contentType, cacheControl, metadata, size, md5Hash, crc32c, kind, storageClass, updated };
  }),
  step("the headers beside the bytes", async (place) => {
    const { json } = await place.writeWith(
      { name: "h", contentType: "text/plain", cacheControl: "no-store" },
      "one",
    );
    const answers = [
      await place.read("h", "?alt=media"),
      await place.readXml("h"),
      await place.readXml("h", "HEAD"),
    ];
    return answers.map(({ status, headers, text }) => {
      const told = [
        "content-type",
        "content-length",
        "cache-control",
        "x-goog-hash",
        "x-goog-stored-content-length",
      ];
      const dated = ["date", "last-modified"].map((name) => /GMT$/.test(headers.get(name) ?? ""));
      const isGeneration = headers.get("x-goog-generation") === json.generation;
      return [status, text, told.map((name) => headers.get(name)), dated, isGeneration];
    });
  }),
  step("bytes by the path for downloads", async (place) => {
    await place.write("d", "one");
    const { status, text } = await place.ask("GET", `/download${place.objects("d")}?alt=media`);
    return [status, text];
  }),
  step("reads and deletes of a generation, this one and another", async (place) => {
    const { json } = await place.write("p", "one");
    return [
      status(await place.read("p", "?generation=5")),
      status(await place.read("p", "?generation=5&alt=media")),
      status(await place.read("p", `?generation=${json.generation}`)),
      status(await place.remove("p", "?generation=5")),
      status(await place.read("p")),
    ];
  }),
  step("changes of nothing", async (place) => [
    refusal(await place.remove("none")),
    refusal(await place.remove("none", "?ifGenerationMatch=5")),
    refusal(await place.patch("none", {})),
  ]),
  step("lists: all, by prefix, folded, page by page", async (place) => {
    for (const name of ["l/b", "l/a", "l/c/1", "l/c/2"]) await place.write(name, "x");
    const list = async (query: string) =>
      (await place.ask("GET", `${place.objects()}?prefix=l/${query}`)).json;
    const names = (page: { items?: { name: string }[] }) => (page.items ?? []).map(({ name }) => name);
    const folded = await list("&delimiter=/");
    const first = await list("&maxResults=3");
    const second = await list(`&maxResults=3&pageToken=${encodeURIComponent(first.nextPageToken)}`);
    const none = await place.ask("GET", `${place.objects()}?prefix=nothing`);
    return [
      names(await list("")),
      [names(folded), folded.prefixes],
      [names(first), names(second), second.nextPageToken],
      names(none.json),
    ];
  }),
  step("a resumable upload in one piece", async (place) => {
    const headers = { "Content-Type": "application/json", "X-Upload-Content-Type": "text/x" };
    const started = await place.upload("uploadType=resumable&name=r", {
      headers,
      body: '{"metadata":{"n":"1"}}',
    });
    const { pathname, search } = new URL(started.headers.get("location") ?? "");
    const sent = await place.ask("PUT", pathname + search, {
      body: "whole",
      headers: { "Content-Range": "bytes 0-4/5", "Content-Type": "text/x" },
    });
    const { name, size, metadata, contentType } = sent.json;
    return [started.status, sent.status, name, size, metadata, contentType];
  }),
  step("what makes no sense", async (place) => [
    status(await place.write("x", "x", "&ifGenerationMatch=y")),
    status(await place.upload("uploadType=media", { body: "x" })),
  ]),
  step("a bucket, and the same made again", async (place) => {
    const bucket = /\/b\/([^/]+)/.exec(place.objects())?.[1];
    const found = await place.ask("GET", `/storage/v1/b/${bucket}`);
    const headers = { "Content-Type": "application/json" };
    const again = await place.ask("POST", "/storage/v1/b?project=p", {
      headers,
      body: JSON.stringify({ name: bucket }),
    });
    return [found.status, found.json.kind, found.json.name === bucket, found.json.versioning, refusal(again)];
  }),
];
