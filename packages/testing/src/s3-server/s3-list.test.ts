import { describe, expect, it } from "vitest";
import { type S3Server, startS3Server } from "./s3-server.ts";

interface Page {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  readonly next: string | undefined;
  readonly text: string;
}

async function page(server: S3Server, query: Record<string, string>): Promise<Page> {
  const answer = await fetch(`${server.url}/bucket?${new URLSearchParams({ "list-type": "2", ...query })}`);
  const text = await answer.text();
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? "");
  return {
    keys: all(/<Key>(.*?)<\/Key>/g),
    prefixes: all(/<CommonPrefixes><Prefix>(.*?)<\/Prefix>/g),
    next: all(/<NextContinuationToken>(.*?)</g)[0],
    text,
  };
}

async function filled(keys: readonly string[]): Promise<S3Server> {
  const server = await startS3Server({ profile: "minio" });
  for (const key of keys) {
    await fetch(`${server.url}/bucket/${encodeURIComponent(key)}`, { method: "PUT", body: key });
  }
  return server;
}

describe("a list", () => {
  it("has what starts with the prefix, in the order of bytes", async () => {
    await using server = await filled(["l/\u{1f600}", "l/\uff01", "l/a", "m"]);
    expect((await page(server, { prefix: "l/" })).keys).toEqual(["l/a", "l/\uff01", "l/\u{1f600}"]);
    expect((await page(server, { prefix: "nothing" })).keys).toEqual([]);
  });

  it.each([1, 2, 3, 5])("comes in pages of %i, and together they are the whole", async (max) => {
    const keys = ["a", "d/1", "d/2", "d/3", "e"];
    await using server = await filled(keys);
    for (const delimiter of ["", "/"]) {
      const found: string[] = [];
      let token: string | undefined;
      for (let pages = 0; pages < 6; pages++) {
        const shared = { "max-keys": String(max), ...(delimiter === "" ? {} : { delimiter }) };
        const one = await page(server, {
          ...shared,
          ...(token === undefined ? {} : { "continuation-token": token }),
        });
        expect(one.keys.length + one.prefixes.length).toBeLessThanOrEqual(max);
        found.push(...one.keys, ...one.prefixes);
        token = one.next;
        if (token === undefined) break;
      }
      expect(found.sort()).toEqual(delimiter === "" ? keys : ["a", "d/", "e"]);
    }
  });

  it("goes on after a key that is named, and ends at once with none wanted", async () => {
    await using server = await filled(["a", "b", "c"]);
    expect((await page(server, { "start-after": "a" })).keys).toEqual(["b", "c"]);
    expect(await page(server, { "max-keys": "0" })).toMatchObject({ keys: [], next: undefined });
  });

  it("escapes what XML cannot hold, and encodes names where it is asked to", async () => {
    await using server = await filled(["<&>\r \u0001.txt", "a b/ü+"]);
    expect((await page(server, {})).keys).toEqual(["&#60;&#38;&#62;&#13; .txt", "a b/ü+"]);
    const { keys } = await page(server, { "encoding-type": "url" });
    expect(keys).toEqual(["%3C%26%3E%0D+%01.txt", "a+b/%C3%BC%2B"]);
  });

  it.each([{ "max-keys": "-1" }, { "max-keys": "x" }, { "continuation-token": "???" }])(
    "refuses %o",
    async (query) => {
      await using server = await filled([]);
      expect((await page(server, query as Record<string, string>)).text).toContain(
        "<Code>InvalidArgument</Code>",
      );
    },
  );

  it("tells when objects were written, to the millisecond or to the second", async () => {
    for (const [profile, form] of [
      ["minio", /T\d\d:\d\d:\d\d\.\d{3}Z/],
      ["aws", /T\d\d:\d\d:\d\d\.000Z/],
    ] as const) {
      await using server = await startS3Server({ profile });
      await fetch(`${server.url}/bucket/k`, { method: "PUT", body: "" });
      expect((await page(server, {})).text).toMatch(form);
    }
  });
});
