/** What every store that speaks S3 does alike. No fact of a profile is in it; the server must have it right. */
import type { Step } from "./comparison.ts";
import type { Answered, S3Place } from "./s3-place.ts";

type S3Step = Step<S3Place>;

function step(name: string, ask: S3Step["ask"]): S3Step {
  return { name, shows: [], ask };
}

/** Status and code, as far as all agree on them. */
export const shown = ({ status, code }: Answered): unknown => [status, code];

/** An ETag without its quotes: the form that every store takes in a condition. */
export const bare = ({ headers }: Pick<Answered, "headers">): string =>
  (headers["etag"] ?? "").replaceAll('"', "");

const keysOf = ({ page }: Answered): unknown => page?.Contents?.map(({ Key }) => Key) ?? [];

export const alike: readonly S3Step[] = [
  step("an object with metadata and a type, read and headed", async (place) => {
    const written = await place.put("object", "one", {
      ContentType: "text/x-test",
      Metadata: { Who: "me", "a-b": "c d" },
    });
    const read = [await place.get("object"), await place.head("object")];
    const told = ["content-type", "content-length", "x-amz-meta-who", "x-amz-meta-a-b", "etag"];
    return [
      [written.status, written.headers["etag"], written.headers["date"] !== undefined],
      ...read.map(({ status, headers, text }) => [
        status,
        text,
        told.map((name) => headers[name]),
        ["date", "last-modified"].map((name) =>
          /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/.test(headers[name] ?? ""),
        ),
      ]),
    ];
  }),
  step("an object of no bytes, and one without a type", async (place) => {
    await place.put("empty", "");
    const { status, text, headers } = await place.get("empty");
    return [status, text, headers["content-length"], headers["content-type"], headers["etag"]];
  }),
  step("what is not there", async (place) => [
    shown(await place.get("missing")),
    shown(await place.head("missing")),
    shown(await place.get("missing", { IfNoneMatch: '"x"' })),
    shown(await place.get("missing", { IfMatch: '"x"' })),
    shown(await place.remove("missing")),
  ]),
  step("a bucket that is not there", async (place) => {
    const nowhere = place.nowhere();
    return [
      shown(await nowhere.get("k")),
      shown(await nowhere.put("k", "one")),
      shown(await nowhere.put("k", "one", { IfNoneMatch: "*" })),
      shown(await nowhere.remove("k")),
      shown(await nowhere.list()),
    ];
  }),
  step("reads of this version and of another one", async (place) => {
    const first = await place.put("read if", "one");
    await place.put("read if", "two");
    const etag = (await place.get("read if")).headers["etag"];
    const asked = [
      await place.get("read if", { IfMatch: etag }),
      await place.get("read if", { IfMatch: first.headers["etag"] }),
      await place.head("read if", { IfMatch: first.headers["etag"] }),
      await place.get("read if", { IfNoneMatch: first.headers["etag"] }),
    ];
    return asked.map((answer) => [shown(answer), answer.text]);
  }),
  step("a key with spaces, plus, quotes and more than ASCII", async (place) => {
    const key = "odd/ü +&<'\"(1)!.txt";
    await place.put(key, "odd");
    return [(await place.get(key)).text, keysOf(await place.list({ Prefix: "odd/" }))];
  }),
  step("lists: by prefix, folded, after a key, page by page, of nothing", async (place) => {
    for (const key of ["l/a", "l/b", "l/c/1", "l/c/2", "l/d", "m"]) await place.put(key, "x");
    const folded = await place.list({ Prefix: "l/", Delimiter: "/" });
    const first = await place.list({ Prefix: "l/", MaxKeys: 2 });
    const token = first.page?.NextContinuationToken;
    const second = await place.list({ Prefix: "l/", MaxKeys: 3, ContinuationToken: token });
    const { Size, ETag } = (await place.list({ Prefix: "m" })).page?.Contents?.[0] ?? {};
    return [
      keysOf(await place.list({ Prefix: "l/" })),
      [keysOf(folded), folded.page?.CommonPrefixes],
      keysOf(await place.list({ Prefix: "l/", StartAfter: "l/b" })),
      [keysOf(first), first.page?.IsTruncated, token !== undefined],
      [keysOf(second), second.page?.IsTruncated, second.page?.NextContinuationToken],
      [
        keysOf(await place.list({ Prefix: "nothing" })),
        (await place.list({ Prefix: "nothing" })).page?.KeyCount,
      ],
      [Size, ETag],
    ];
  }),
  step("a wrong secret, and a clock that is an hour behind", async (place) => {
    const credentials = { accessKeyId: place.accessKeyId, secretAccessKey: "wrong" };
    return [
      shown(await place.as({ credentials }).get("object")),
      shown(await place.as({ systemClockOffset: -3_600_000 }).get("object")),
    ];
  }),
  step("an MD5 of other bytes", async (place) => [
    shown(await place.put("hashed", "one", { ContentMD5: "AAAAAAAAAAAAAAAAAAAAAA==" })),
    (await place.head("hashed")).status,
  ]),
];
