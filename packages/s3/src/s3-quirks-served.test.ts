/** The rows of the quirk table as a strict server brings them about, through the real SDK: nobody has written these answers. */
import { isCoordinationError } from "@fencepost/core";
import { Hold, startS3Server } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { bytes, outcome, storeAt } from "../test/scripted-s3.ts";
import { lent, type Served, scriptedOnly, served, verified } from "../test/served-answers.ts";
import { outcomeOf, quirkOf } from "./s3-quirk.ts";
import { s3Quirks } from "./s3-quirks.ts";
import { s3Store } from "./s3-store.ts";

const proved = new Set<string>();

function prove(
  { row: name, on, end, code }: Pick<Served, "row" | "on" | "end" | "code">,
  kind: string,
): void {
  const row = s3Quirks[name];
  expect(quirkOf(s3Quirks, on, end, code)).toBe(row);
  expect(row && outcomeOf(row, on)).toBe(kind === "unsupported-store" ? "unsupported" : kind);
  proved.add(name);
}

describe("a row of the quirk table, served", () => {
  it.each(served.map((one) => [one.row, one.on, one.end, one.code, one] as const))(
    "%s: a %s that ends with %s %s",
    async (_, on, end, code, one) => {
      await using server = await startS3Server(one.server);
      if (one.there) await storeAt(server.url).put("key", bytes("there"), "absent", {});
      if (one.fault) server.fault(one.fault);
      const before = server.log.requests.length;
      const found = await outcome(one.asks?.(server) ?? storeAt(server.url), on);
      const [asked] = server.log.requests.slice(before);
      expect(asked?.status ?? "none").toBe(end);
      if (code !== "" && !/^E|unreadable/.test(code))
        expect(found.says + (asked?.decided ?? "")).toContain(code);
      prove(one, found.kind);
    },
  );

  it("conflict-under-way: a create and a replace that are overtaken on AWS", async () => {
    for (const on of ["create", "replace"] as const) {
      await using server = await startS3Server();
      const store = storeAt(server.url);
      const first = on === "replace" ? await store.put("key", bytes("one"), "absent", {}) : undefined;
      const condition = first?.kind === "written" ? { matches: first.version } : "absent";
      const hold = new Hold();
      server.fault({ method: "PUT", first: 1, action: { kind: "delay", hold } });
      const late = store.put("key", bytes("late"), condition, {});
      await hold.untilCaught();
      expect(await store.put("key", bytes("early"), condition, {})).toMatchObject({ kind: "written" });
      await hold.letGo();
      const { kind, ...rest } = await late;
      expect(rest).toMatchObject({ detail: expect.stringContaining("409 ConditionalRequestConflict") });
      prove({ row: "conflict-under-way", on, end: 409, code: "ConditionalRequestConflict" }, kind);
    }
  });

  it("server-error: a replace that is overtaken on Ceph", async () => {
    await using server = await startS3Server({ profile: "ceph" });
    const store = s3Store(
      { bucket: "bucket", endpoint: server.url, unquotedETags: true },
      { client: lent({}) },
    );
    const first = await store.put("key", bytes("one"), "absent", {});
    if (first.kind !== "written") throw new Error(`expected it to be written, got ${first.kind}`);
    const hold = new Hold();
    server.fault({ method: "PUT", first: 1, action: { kind: "delay", hold } });
    const late = store.put("key", bytes("late"), { matches: first.version }, {});
    await hold.untilCaught();
    expect(await store.put("key", bytes("early"), { matches: first.version }, {})).toMatchObject({
      kind: "written",
    });
    expect(await hold.letGo()).toEqual([{ status: 500 }]);
    prove({ row: "server-error", on: "replace", end: 500, code: "UnknownError" }, (await late).kind);
  });

  it("not-modified: a read unless it is the version that stands", async () => {
    for (const profile of ["aws", "minio", "versitygw"] as const) {
      await using server = await startS3Server({ profile });
      const store = storeAt(server.url);
      const written = await store.put("key", bytes("one"), "absent", {});
      if (written.kind !== "written") throw new Error(`expected it to be written, got ${written.kind}`);
      const found = await store.get("key", { unlessVersion: written.version });
      // versitygw's 304 says nothing of age.
      expect(found).toEqual({
        kind: "unchanged",
        times: profile === "versitygw" ? undefined : expect.anything(),
      });
      expect(server.log.of("GetObject").map(({ status }) => status)).toEqual([304]);
      prove({ row: "not-modified", on: "get", end: 304, code: "" }, found.kind);
    }
  });

  it("that only a script can show is named with the reason, and every other one is shown here", () => {
    expect([...proved, ...Object.keys(scriptedOnly)].sort()).toEqual(Object.keys(s3Quirks).sort());
  });
});

describe("what was refused by a clock", () => {
  it("is taken the second time: the SDK has learnt the server's time from the answer", async () => {
    await using server = await startS3Server(verified);
    const store = storeAt(server.url, lent({ systemClockOffset: -3_600_000 }));
    expect((await store.put("key", bytes("one"), "absent", {})).kind).toBe("undecided");
    expect((await store.put("key", bytes("one"), "absent", {})).kind).toBe("written");
  });

  it("is no lack of permission for a read", async () => {
    await using server = await startS3Server(verified);
    const store = storeAt(server.url, lent({ systemClockOffset: 3_600_000 }));
    const error = await store.get("key", {}).catch((thrown: unknown) => thrown);
    expect(isCoordinationError(error, "unavailable")).toBe(true);
  });
});
