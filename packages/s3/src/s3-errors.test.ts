import { S3Client } from "@aws-sdk/client-s3";
import { startScriptedServer } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { bytes, credentials, dead, outcome, storeAt, xml } from "../test/scripted-s3.ts";
import { s3Store } from "./s3-store.ts";

describe("a machine whose clock is off", () => {
  it("is told by how much, and signs its next request by the store's clock", async () => {
    const ahead = 3_600_000;
    const headers = { Date: new Date(Date.now() + ahead).toUTCString() };
    await using server = await startScriptedServer([
      { status: 403, headers, body: xml("RequestTimeTooSkewed") },
      { status: 412 },
    ]);
    const store = storeAt(server.url);
    const first = await outcome(store, "create");
    expect(first.kind).toBe("undecided");
    expect(first.says).toMatch(/this machine's clock is (3599|3600|3601) s behind the store's: set this/);
    expect(Math.round(Number(first.clockAheadMs) / ahead)).toBe(-1);
    expect(await outcome(store, "create")).toMatchObject({ kind: "refused" });
    const [one, other] = server.requests.map((sent) => dateOf(sent.headers["x-amz-date"]));
    expect(Math.round((Number(other) - Number(one)) / ahead)).toBe(1);
  });
});

const dateOf = (basic = ""): number =>
  Date.parse(basic.replace(/^(.{4})(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"));

describe("a request that has not left", () => {
  it("is undecided where each of a host's addresses was tried in vain", async () => {
    const refused = (message: string) =>
      Object.assign(new Error(message), { syscall: "connect", code: "ECONNREFUSED" });
    const { lender } = dead(new AggregateError([refused("refused at ::1"), refused("refused at 127.0.0.1")]));
    const found = await outcome(storeAt("http://localhost", lender), "create");
    expect(found.kind).toBe("undecided");
    expect(found.says).toContain("(refused at ::1)");
  });

  it("throws the reason of a signal that aborts while credentials are fetched", async () => {
    const reason = new Error("the caller's own");
    const controller = new AbortController();
    const { requestHandler } = dead().lender.config;
    const slow = async () => {
      controller.abort(reason);
      return credentials;
    };
    const lender = new S3Client({ region: "us-east-1", credentials: slow, requestHandler });
    const put = storeAt("http://localhost", lender).put("key", bytes("{}"), "absent", {
      signal: controller.signal,
    });
    await expect(put).rejects.toBe(reason);
  });

  it("is refused if a client's endpoint, unread until then, turns out to be Google's", async () => {
    const { lender, asked } = dead();
    const google = new S3Client({ ...lent(lender), endpoint: "https://storage.googleapis.com" });
    const store = s3Store("s3://bucket", { client: google });
    expect(await outcome(store, "create")).toMatchObject({ kind: "unsupported-store" });
    expect(asked).toEqual([]);
  });
});

const lent = ({ config }: S3Client) => ({
  region: config.region,
  credentials: config.credentials,
  requestHandler: config.requestHandler,
});
