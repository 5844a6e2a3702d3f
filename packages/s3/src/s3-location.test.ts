import { describe, expect, it } from "vitest";
import { checkedLocation, type S3Location } from "./s3-location.ts";

describe("a location", () => {
  it.each<[string, S3Location]>([
    ["s3://bucket", { bucket: "bucket" }],
    ["s3://bucket/", { bucket: "bucket", prefix: "" }],
    ["s3://bucket/a/b", { bucket: "bucket", prefix: "a/b" }],
    ["s3://bucket/a/b/", { bucket: "bucket", prefix: "a/b/" }],
    ["s3://bucket/a%20b/gr%C3%BCn", { bucket: "bucket", prefix: "a b/grün" }],
    ["s3://Bucket_1.x?region=eu-central-1", { bucket: "Bucket_1.x", region: "eu-central-1" }],
    [
      "s3://bucket/a?endpoint=http://127.0.0.1:9000&pathStyle=false&unquotedETags=true",
      {
        bucket: "bucket",
        prefix: "a",
        endpoint: "http://127.0.0.1:9000",
        pathStyle: false,
        unquotedETags: true,
      },
    ],
  ])("%s says the same as an object", (url, object) => {
    expect(checkedLocation(url)).toEqual(checkedLocation(object));
  });

  it.each([
    ["s3://bucket", "", "s3://bucket"],
    ["s3://bucket/", "", "s3://bucket"],
    ["s3://bucket/a/b/?region=x", "a/b/", "s3://bucket/a/b"],
  ])("%s puts %j before its keys and is called %s", (url, prefix, name) => {
    expect(checkedLocation(url)).toMatchObject({ prefix, name });
  });

  it("takes members that are undefined as not given", () => {
    const { bucket, prefix, name } = checkedLocation({
      bucket: "bucket",
      prefix: undefined,
      region: undefined,
    });
    expect({ bucket, prefix, name }).toEqual({ bucket: "bucket", prefix: "", name: "s3://bucket" });
  });

  it("takes the ARN of an access point for a bucket", () => {
    const bucket = "arn:aws:s3:eu-central-1:111122223333:accesspoint/locks";
    expect(checkedLocation({ bucket }).bucket).toBe(bucket);
  });
});

describe("a location that is wrong", () => {
  it.each<[location: string | S3Location, says: string]>([
    ["", "not of the form s3://bucket/prefix"],
    ["https://bucket/prefix", "not of the form s3://bucket/prefix"],
    ["s3:bucket", "not of the form s3://bucket/prefix"],
    ["s3://bucket/a#b", "not of the form s3://bucket/prefix"],
    ["s3://", 'bucket "" of an S3 location must be the name of a bucket'],
    ["s3://bucket:9000", 'bucket "bucket:9000" of an S3 location must be the name of a bucket'],
    ["s3://key:secret@bucket", "takes no credentials"],
    ["s3://bucket//a", 'prefix "/a" of an S3 location must have no empty part'],
    ["s3://bucket/a//b", "must have no empty part"],
    ["s3://bucket/../b", 'must have no empty part, no "." or ".."'],
    ["s3://bucket/a%0ab", 'prefix "a\\nb" of an S3 location must have no empty part'],
    ["s3://bucket/%ff", "not percent-encoded UTF-8"],
    [`s3://bucket/${"ü".repeat(62)}`, "at most 123 bytes"],
    ["s3://bucket?regoin=eu", "an S3 location has no regoin; it has bucket, prefix, region"],
    ["s3://bucket?name=x", "an S3 location has no name"],
    ["s3://bucket?region=a&region=b", "region is given twice"],
    ["s3://bucket?bucket=other", "bucket is given twice"],
    ["s3://bucket?region=", 'region "" of an S3 location must be a name such as eu-central-1'],
    ["s3://bucket?pathStyle=yes", 'pathStyle "yes" of an S3 location must be true or false'],
    ["s3://bucket?endpoint=127.0.0.1:9000", "must be an http or https address"],
    ["s3://bucket?endpoint=ftp://host", "must be an http or https address"],
    ["s3://bucket?endpoint=http://key:secret@host", "without credentials"],
    [{ bucket: "bucket", toString: 1 } as unknown as S3Location, "an S3 location has no toString"],
    [{ prefix: "a" } as unknown as S3Location, "bucket undefined of an S3 location must be"],
    [{ bucket: "bucket", pathStyle: "true" } as unknown as S3Location, "pathStyle"],
  ])("%j is a TypeError that names it", (location, says) => {
    expect(() => checkedLocation(location)).toThrow(TypeError);
    expect(() => checkedLocation(location)).toThrow(says);
  });
});
