import { isCoordinationError } from "@fencepost/core";
import { describe, expect, it } from "vitest";
import { checkHost, traitsOf } from "./s3-endpoint.ts";
import { checkedLocation } from "./s3-location.ts";

const location = checkedLocation("s3://bucket/prefix");

describe("what is known of an endpoint", () => {
  it.each([
    "aws",
    "https://s3.eu-central-1.amazonaws.com",
    "https://s3.cn-north-1.amazonaws.com.cn",
    "https://s3.dualstack.eu-west-1.api.aws",
    "https://bucket.vpce-1a2b-5678.s3.us-east-1.vpce.amazonaws.com",
    "https://s3express-use1-az4.us-east-1.amazonaws.com",
  ])("%s is AWS: good without a probe, and honours a conditional delete", (endpoint) => {
    expect(traitsOf(endpoint, location)).toEqual({
      trusted: true,
      conditionalDelete: true,
      minWriteIntervalMs: 0,
      unquotedETags: false,
    });
  });

  it.each([
    "unknown",
    "http://127.0.0.1:9000",
    "https://amazonaws.com.example.net",
    "https://s3.fakeamazonaws.com",
  ])("%s is not known: a probe has to find out, and a conditional delete is not relied upon", (endpoint) => {
    expect(traitsOf(endpoint, location)).toEqual({
      trusted: false,
      conditionalDelete: false,
      minWriteIntervalMs: 0,
      unquotedETags: false,
    });
  });

  it("knows that R2 takes one write a second to a key, and that Spaces reads no quotes", () => {
    expect(traitsOf("https://0123.r2.cloudflarestorage.com", location).minWriteIntervalMs).toBe(1_000);
    expect(traitsOf("https://fra1.digitaloceanspaces.com", location).unquotedETags).toBe(true);
  });

  it("lets the location decide on quotes", () => {
    const given = checkedLocation("s3://bucket?unquotedETags=false");
    expect(traitsOf("https://fra1.digitaloceanspaces.com", given).unquotedETags).toBe(false);
  });

  it.each([
    ["https://storage.googleapis.com", "s3://bucket", "use @fencepost/gcs"],
    ["https://bucket.storage.googleapis.com", "s3://bucket", "use @fencepost/gcs"],
    ["aws", "arn:aws:s3::111122223333:accesspoint/mfzwi23gnjvgw.mrap", "name that bucket"],
    [
      "aws",
      "arn:aws:s3-outposts:us-west-2:111122223333:outpost/op-1/accesspoint/x",
      "use a bucket in a region",
    ],
  ])("%s with %s is refused by name", (endpoint, bucket, says) => {
    const refused = bucket.startsWith("arn:") ? checkedLocation({ bucket }) : checkedLocation(bucket);
    try {
      traitsOf(endpoint, refused);
      expect.unreachable();
    } catch (error) {
      expect(isCoordinationError(error, "unsupported-store")).toBe(true);
      expect((error as Error).message).toContain(says);
    }
  });
});

describe("the host that a request really goes to", () => {
  it("may be AWS's if that was assumed, and anything if nothing was", () => {
    checkHost("bucket.s3.us-east-1.amazonaws.com", traitsOf("aws", location), location);
    checkHost("10.0.0.1", traitsOf("unknown", location), location);
  });

  it("is refused if AWS was assumed and it is not AWS's, as the probe would be left out", () => {
    expect(() => checkHost("10.0.0.1", traitsOf("aws", location), location)).toThrow(
      "the AWS configuration sends its requests to 10.0.0.1; nothing was sent: name that endpoint",
    );
  });

  it("is refused if it is Google's, whatever was assumed", () => {
    expect(() => checkHost("storage.googleapis.com", traitsOf("unknown", location), location)).toThrow(
      "use @fencepost/gcs",
    );
  });
});
