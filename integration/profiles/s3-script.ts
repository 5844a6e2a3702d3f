/** What a store that speaks S3 is asked: a step for each fact of a profile, and steps for what all do alike. */
import { Readable } from "node:stream";
import type { S3Facts } from "@fencepost/testing";
import type { Script, Step } from "./comparison.ts";
import { alike, bare, shown } from "./s3-alike.ts";
import type { S3Place } from "./s3-place.ts";

type S3Step = Step<S3Place>;

function step(name: string, shows: readonly (keyof S3Facts)[], ask: S3Step["ask"]): S3Step {
  return { name, shows, ask };
}

/** An ETag that no object has. */
const other = "0123456789abcdef0123456789abcdef";

/** Where the providers differ. */
const facts: readonly S3Step[] = [
  step("a create of what is there", ["writeConditions"], async (place) => {
    const first = await place.put("created", "one", { IfNoneMatch: "*" });
    const again = await place.put("created", "two", { IfNoneMatch: "*" });
    return [shown(first), shown(again), (await place.get("created")).text];
  }),
  step("a replace of an older version", ["writeConditions"], async (place) => {
    const first = await place.put("replaced", "one");
    const second = await place.put("replaced", "two", { IfMatch: bare(first) });
    const stale = await place.put("replaced", "three", { IfMatch: bare(first) });
    return [shown(second), shown(stale), (await place.get("replaced")).text];
  }),
  step("a replace of nothing", ["replaceOfNothing"], async (place) => [
    shown(await place.put("none", "one", { IfMatch: other })),
    (await place.head("none")).status,
  ]),
  step("a condition with its quotes, and without", ["etagInConditions"], async (place) => {
    const quoted = (await place.put("quoted", "one")).headers["etag"];
    const first = await place.put("quoted", "two", { IfMatch: quoted });
    const stands = await place.put("quoted", "three");
    const second = await place.put("quoted", "four", { IfMatch: bare(stands) });
    return [quoted?.startsWith('"'), shown(first), shown(second)];
  }),
  step("a replace of anything that is there", ["replaceOfAnything"], async (place) => {
    await place.put("any", "one");
    return [shown(await place.put("any", "two", { IfMatch: "*" })), (await place.get("any")).text];
  }),
  step("16 creates at once", ["createOvertaken"], async (place) =>
    race(place, (index) => place.put("raced", String(index), { IfNoneMatch: "*" })),
  ),
  step("16 replaces at once", ["replaceOvertaken"], async (place) => {
    const first = await place.put("raced again", "one");
    return race(place, (index) => place.put("raced again", String(index), { IfMatch: bare(first) }));
  }),
  step("a delete of another version", ["conditionalDelete"], async (place) => {
    await place.put("removed", "one");
    return [shown(await place.remove("removed", { IfMatch: other })), (await place.head("removed")).status];
  }),
  step("a delete of a version where there is nothing", ["conditionalDeleteOfNothing"], async (place) =>
    shown(await place.remove("never", { IfMatch: other })),
  ),
  step("a delete of anything that is there", ["deleteOfAnything"], async (place) => {
    await place.put("removed too", "one");
    return shown(await place.remove("removed too", { IfMatch: "*" }));
  }),
  step("a read unless it is this version", ["notModifiedHeaders"], async (place) => {
    const { headers } = await place.put("read", "one");
    const told = [
      await place.get("read", { IfNoneMatch: headers["etag"] }),
      await place.head("read", { IfNoneMatch: bare({ headers }) }),
    ];
    return told.map(({ status, headers: with304 }) => [
      status,
      with304["date"] !== undefined,
      with304["etag"] === headers["etag"],
      with304["last-modified"] !== undefined,
    ]);
  }),
  step("a read unless there is anything", ["readUnlessAnything"], async (place) => {
    await place.put("read any", "one");
    return (await place.get("read any", { IfNoneMatch: "*" })).status;
  }),
  step("a read unless it was modified since its own date", ["readUnlessModified"], async (place) => {
    await place.put("dated", "one");
    const since = new Date((await place.get("dated")).headers["last-modified"] ?? "");
    const before = new Date(since.getTime() - 60_000);
    return [
      (await place.get("dated", { IfModifiedSince: since })).status,
      (await place.head("dated", { IfModifiedSince: before })).status,
    ];
  }),
  step("the ETags of equal bytes", ["etag"], async (place) => {
    const etags = [
      await place.put("same", "same"),
      await place.put("same", "same"),
      await place.put("same too", "same"),
    ].map(bare);
    return new Set(etags).size;
  }),
  step("the times of a list", ["listedTimeMs"], async (place) => {
    for (const key of ["1", "2", "3", "4", "5"]) await place.put(`times/${key}`, key);
    const { page } = await place.list({ Prefix: "times/" });
    return page?.Contents?.some(({ LastModified }) => (LastModified?.getTime() ?? 0) % 1_000 !== 0);
  }),
  step("two writes of one key without a pause", ["writeIntervalMs"], async (place) => {
    await place.put("often", "one");
    return shown(await place.put("often", "two"));
  }),
  step("a key below an object, and one above", ["keysAreFiles"], async (place) => {
    await place.put("folder/file", "one");
    return [shown(await place.put("folder/file/below", "two")), shown(await place.put("folder", "three"))];
  }),
  step("somebody who is not known", ["unknownAccessKey"], async (place) =>
    shown(await place.as({ credentials: { accessKeyId: "nobody", secretAccessKey: "x" } }).get("any")),
  ),
  step("a signature for another region", ["otherRegion"], async (place) => {
    await place.put("regional", "one");
    return shown(await place.as({ region: "eu-west-9" }).get("regional"));
  }),
  step("a CRC32 of other bytes", ["wrongCrc32"], async (place) =>
    shown(await place.put("summed", "one", { ChecksumCRC32: "AAAAAA==" })),
  ),
  step("a stream, whose length is told beside each piece", ["uploadInPieces"], async (place) => {
    const stream = (...pieces: readonly string[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
    return [
      shown(await place.put("streamed", stream("in one piece"), { ContentLength: 12 })),
      (await place.get("streamed")).text,
      shown(await place.put("streamed", stream("in ", "two"), { ContentLength: 6 })),
      (await place.get("streamed")).text,
    ];
  }),
];

/** How many won; and the others' status, the one that is not 412 where they differ. */
async function race(place: S3Place, ask: Parameters<S3Place["atOnce"]>[1]): Promise<unknown> {
  const answers = (await place.atOnce(16, ask)).map(({ status, code }) => [status, code] as const);
  const lost = answers.filter(([status]) => status !== 200);
  return [answers.length - lost.length, lost.find(([status]) => status !== 412) ?? lost[0]];
}

/** The whole script. */
export const s3Script: Script<S3Place> = [...alike, ...facts];
