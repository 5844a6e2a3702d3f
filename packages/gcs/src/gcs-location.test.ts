import { describe, expect, it } from "vitest";
import { checkedLocation, type GcsLocation, objectName } from "./gcs-location.ts";

describe("a location", () => {
  it.each<[string | GcsLocation, object]>([
    ["gs://bucket", { bucket: "bucket", prefix: "", endpoint: undefined }],
    ["gs://bucket/", { bucket: "bucket", prefix: "", endpoint: undefined }],
    [
      "gs://my_bucket.example.com/a/b",
      { bucket: "my_bucket.example.com", prefix: "a/b/", endpoint: undefined },
    ],
    ["gs://bucket/a%3Fb%2525/", { bucket: "bucket", prefix: "a?b%25/", endpoint: undefined }],
    ["gs://bucket/grüße", { bucket: "bucket", prefix: "grüße/", endpoint: undefined }],
    [
      "gs://bucket/a?endpoint=http://127.0.0.1:4443/",
      { bucket: "bucket", prefix: "a/", endpoint: "http://127.0.0.1:4443" },
    ],
    [
      { bucket: "bucket", prefix: "a", endpoint: "https://example.com" },
      { bucket: "bucket", prefix: "a/", endpoint: "https://example.com" },
    ],
    [
      { bucket: "bucket", prefix: undefined, endpoint: undefined },
      { bucket: "bucket", prefix: "", endpoint: undefined },
    ],
  ])("%j is read as what it names", (location, place) => {
    expect(checkedLocation(location)).toEqual(place);
  });

  it.each<[unknown, RegExp]>([
    ["s3://bucket", /^location "s3:\/\/bucket" must have the form gs:\/\/bucket\/prefix/],
    ["bucket", /must have the form/],
    [undefined, /^location "undefined" must be a URL/],
    ["gs://user:secret@bucket", /must have the form/],
    ["gs://bucket:80/a", /must have the form/],
    ["gs://bucket/a#b", /must have the form/],
    [
      "gs://bucket?region=eu",
      /^unknown parameter "region" in "gs:\/\/bucket\?region=eu"; there is only endpoint$/,
    ],
    ["gs://bucket?endpoint=http://a&endpoint=http://b", /^endpoint is given twice/],
    ["gs://bucket/%zz", /has a broken escape/],
    ["gs://Bucket", /^bucket "Bucket" is no bucket name/],
    ["gs:///a", /^bucket "" is no bucket name/],
    [{ bucket: "bu\u001b[31mcket" }, /^bucket "bu\\\\u001b\[31mcket" is no bucket name/],
    [
      { bucket: "bucket", region: "eu" },
      /^unknown part "region" of a GCS location; it has bucket, prefix, endpoint$/,
    ],
    ["gs://bucket//a", /^prefix "\/a" must not start with a slash/],
    [{ bucket: "bucket", prefix: "a/../b" }, /^prefix "a\/\.\.\/b" must not/],
    [{ bucket: "bucket", prefix: "a\n" }, /must not start with/],
    [{ bucket: "bucket", prefix: 1 }, /^prefix "1" must be a string$/],
    [{ bucket: "bucket", prefix: "ü".repeat(62) }, /has 124 bytes; at most 123: shorten it$/],
    ["gs://bucket?endpoint=127.0.0.1:1", /^endpoint "127.0.0.1:1" must be scheme, host and port/],
    ["gs://bucket?endpoint=ftp://host", /must be scheme, host and port/],
    ["gs://bucket?endpoint=http://host/storage/v1", /must be scheme, host and port/],
    ["gs://bucket?endpoint=http://user:secret@host", /must be scheme, host and port/],
  ])("%j is refused, and the message names the fault", (location, message) => {
    expect(() => checkedLocation(location as string)).toThrow(message);
  });

  it.each(["", ".", "a/..", "../a", "a/./b"])(
    "refuses the key %j, which a URL would read as another one",
    (key) => {
      expect(() => objectName(checkedLocation("gs://bucket/a"), key)).toThrow(/a part "\." or "\.\."/);
    },
  );
});
