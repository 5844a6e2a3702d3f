import { describe, expect, it } from "vitest";
import { requestParameters, type S3RequestParameters } from "./s3-request-parameters.ts";

const kinds = ["get", "put", "delete", "list"] as const;

describe("request parameters", () => {
  it("go to every kind of request that knows them, and to no other", () => {
    const share = requestParameters({
      ExpectedBucketOwner: "111122223333",
      RequestPayer: "requester",
      SSECustomerKey: "key",
      StorageClass: "EXPRESS_ONEZONE",
      BypassGovernanceRetention: true,
    });
    const everywhere = ["ExpectedBucketOwner", "RequestPayer"];
    expect(kinds.map((kind) => Object.keys(share(kind)))).toEqual([
      [...everywhere, "SSECustomerKey"],
      [...everywhere, "SSECustomerKey", "StorageClass"],
      [...everywhere, "BypassGovernanceRetention"],
      everywhere,
    ]);
  });

  it("are none where none are given", () => {
    const share = requestParameters();
    expect(kinds.map((kind) => share(kind))).toEqual([{}, {}, {}, {}]);
  });

  it.each([
    ["Key", "Key is set by Fencepost itself"],
    ["IfMatch", "IfMatch is set by Fencepost itself"],
    ["IfNoneMatch", "IfNoneMatch is set by Fencepost itself"],
    ["VersionId", "VersionId would read something else than the newest state"],
    ["Range", "Range would read something else than the newest state"],
    ["ContentMD5", "ContentMD5 depends on the bytes of one body"],
    ["expectedBucketOwner", "S3 has no parameter expectedBucketOwner"],
    ["constructor", "S3 has no parameter constructor"],
  ])("do not include %s, which is a TypeError that says why", (name, says) => {
    const given = { [name]: "x" } as S3RequestParameters;
    expect(() => requestParameters(given)).toThrow(TypeError);
    expect(() => requestParameters(given)).toThrow(says);
  });
});
