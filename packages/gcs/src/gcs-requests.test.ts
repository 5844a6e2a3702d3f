import type { Version } from "@fencepost/core";
import { describe, expect, it } from "vitest";
import { deleteObject, insertObject, listObjects, readObject } from "./gcs-requests.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const legal = "a b/%41+&?#=:@[]'()*!$,;~_-/grüße\u{1f512}.json";
const inPath =
  "a%20b/%2541%2B%26%3F%23%3D%3A%40%5B%5D%27%28%29%2A%21%24%2C%3B~_-/gr%C3%BC%C3%9Fe%F0%9F%94%92.json";

describe("a name of any legal characters", () => {
  it("is escaped in the path of a read, but for its slashes", () => {
    expect(readObject("bucket", legal).target).toBe(`/bucket/${inPath}`);
  });

  it("is escaped in the path of a delete, its slashes too", () => {
    const { target } = deleteObject("bucket", legal, "7" as Version);
    expect(target).toBe(`/storage/v1/b/bucket/o/${inPath.replaceAll("/", "%2F")}?ifGenerationMatch=7`);
  });

  it("is escaped in the query of a list", () => {
    const { target } = listObjects("bucket", "a b&c/", "t+/=");
    const query = new URLSearchParams(target.split("?")[1]);
    expect(Object.fromEntries(query)).toMatchObject({
      prefix: "a b&c/",
      pageToken: "t+/=",
      maxResults: "1000",
    });
  });
});

describe("an insert", () => {
  it("has its condition in the query, and metadata and bytes in one body", () => {
    const { method, target, headers, body } = insertObject("bucket", legal, bytes('{"a":1}'), "absent", {
      "write-id": "x",
    });
    expect([method, target]).toEqual([
      "POST",
      "/upload/storage/v1/b/bucket/o?uploadType=multipart&ifGenerationMatch=0&fields=generation",
    ]);
    expect(headers).toEqual({ "Content-Type": "multipart/related; boundary=fencepost-0-part" });
    const resource = JSON.stringify({
      name: legal,
      contentType: "application/json",
      cacheControl: "no-store",
      metadata: { "write-id": "x" },
    });
    expect(body?.toString()).toBe(
      "--fencepost-0-part\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n" +
        `${resource}\r\n--fencepost-0-part\r\nContent-Type: application/json\r\n\r\n` +
        '{"a":1}\r\n--fencepost-0-part--\r\n',
    );
  });

  it("says of which type the bytes are, in the resource and before them", () => {
    const { body } = insertObject("bucket", "key", bytes("a,b"), "absent", {}, "text/csv; charset=utf-8");
    expect(body?.toString()).toContain('"contentType":"text/csv; charset=utf-8"');
    expect(body?.toString()).toContain("\r\nContent-Type: text/csv; charset=utf-8\r\n\r\na,b");
  });

  it.each(["", "text/plain\r\nX: y", "tëxt/plain"])("refuses the content type %j", (type) => {
    expect(() => insertObject("bucket", "key", bytes(""), "absent", {}, type)).toThrow(/^content type/);
  });

  it("keeps every byte of the body, and picks a boundary that is not in it", () => {
    const content = Buffer.from([0, 255, 13, 10, 45, 45, ...bytes("fencepost-0-part fencepost-1-part"), 128]);
    const { headers, body } = insertObject("bucket", "key", content, { matches: "7" as Version }, {});
    expect(headers["Content-Type"]).toBe("multipart/related; boundary=fencepost-2-part");
    expect(body?.includes(Buffer.concat([bytes("octet-stream\r\n\r\n"), content, bytes("\r\n--")]))).toBe(
      true,
    );
  });

  it("is the same bytes each time", () => {
    const one = insertObject("bucket", "key", bytes("x"), "absent", { a: "b" });
    expect(insertObject("bucket", "key", bytes("x"), "absent", { a: "b" })).toEqual(one);
  });

  it("sends a generation as the text that it is, above what a number can hold", () => {
    const condition = { matches: "9007199254740993" as Version };
    expect(insertObject("bucket", "key", bytes(""), condition, {}).target).toContain(
      "ifGenerationMatch=9007199254740993&",
    );
  });

  it.each(["0", "", "00", "-1", "1.5", '"etag"', "1&ifGenerationMatch=0"])(
    "refuses the version %j: it would be another condition",
    (version) => {
      expect(() => insertObject("bucket", "key", bytes(""), { matches: version as Version }, {})).toThrow(
        TypeError,
      );
      expect(() => deleteObject("bucket", "key", version as Version)).toThrow(/is no generation/);
    },
  );

  it.each<Record<string, string>>([
    { Upper: "x" },
    { "": "x" },
    { a_b: "x" },
    { a: "" },
    { a: " x" },
    { a: "ü" },
    { a: "x\ny" },
  ])("refuses the metadata %j, which would not come back as it is", (metadata) => {
    expect(() => insertObject("bucket", "key", bytes(""), "absent", metadata)).toThrow(
      /^metadata ".*" must be/,
    );
  });
});
