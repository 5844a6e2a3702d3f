/** Each fault on the wire, under the smallest protocol that there is: what a client sees, and what the server holds. */

import { describe, expect, it } from "vitest";
import type { ServerAction } from "../faults/fault-action.ts";
import { Hold } from "../faults/hold.ts";
import { createWorld } from "../world/world.ts";
import { type ObjectServer, startObjectServer } from "./object-server.ts";
import type { Answer, Asked, Decision, Protocol } from "./protocol.ts";

/** `PUT` writes unless something is there, `GET` reads, and both may be denied. */
const small: Protocol<Asked & { body: string }, string> = {
  parse: ({ method, path, text }) => {
    const [, bucket = "", key = ""] = path.split("/");
    return { operation: method, bucket, key, isRead: method !== "PUT", body: text };
  },
  decide({ operation, body }, { found, deny, ignoreConditions }) {
    const end = (decided: string, status: number, text = ""): Decision<string> => {
      const answer: Answer = { status, headers: { "Last-Modified": "then" }, body: text };
      return { decided, answer, cost: operation === "PUT" ? "A" : "B" };
    };
    if (deny === "always" || (deny === "missing" && found === undefined)) return end("denied", 403);
    if (operation !== "PUT") return found === undefined ? end("absent", 404) : end("found", 200, found);
    if (found !== undefined && !ignoreConditions) return end("refused", 412);
    return { ...end("written", 200), effect: { object: body } };
  },
  fail: (_, status) => ({
    decided: "failed",
    answer: { status, headers: { "X-Words": "its own" }, body: "sorry" },
    cost: "free",
  }),
};

const noProfile = { name: "small", title: "Small", facts: {} };

async function withServer<R>(
  use: (server: ObjectServer, at: (key: string) => string) => Promise<R>,
): Promise<R> {
  await using server = await startObjectServer(small, noProfile);
  return await use(server, (key) => `${server.url}/bucket/${key}`);
}
const put = (url: string, body = "new") => fetch(url, { method: "PUT", body });
const read = async (url: string): Promise<string> => (await fetch(url)).text();
/** `undefined` if there was no answer. */
const statusOf = (answer: Promise<Response>): Promise<number | undefined> =>
  answer.then(
    ({ status }) => status,
    () => undefined,
  );

describe("a fault", () => {
  it.each<[string, ServerAction, number | undefined, string]>([
    ["drops a request before its effect", { kind: "drop", when: "before-effect" }, undefined, ""],
    ["drops its answer after the effect", { kind: "drop", when: "after-effect" }, undefined, "new"],
    ["answers otherwise before the effect", { kind: "answer", status: 503 }, 503, ""],
    ["answers otherwise after it", { kind: "answer", status: 429, when: "after-effect" }, 429, "new"],
    ["refuses the caller", { kind: "deny", what: "always" }, 403, ""],
  ])("%s", async (_, action, status, stands) => {
    await withServer(async (server, at) => {
      const heal = server.fault({ method: "PUT", action });
      expect(await statusOf(put(at("k")))).toBe(status);
      heal();
      expect(heal.fired).toBe(1);
      expect(await read(at("k"))).toBe(stands);
      expect(server.log.requests[0]).toMatchObject({ status, faults: [action.kind] });
    });
  });

  it("answers in the store's words, or without any, and the log tells what had been decided", async () => {
    await withServer(async (server, at) => {
      server.fault({ nth: 1, action: { kind: "answer", status: 500, when: "after-effect" } });
      server.fault({ nth: 2, action: { kind: "answer", status: 409, body: false } });
      const [worded, bare] = [await put(at("k")), await put(at("k"))];
      expect([worded.headers.get("x-words"), await worded.text()]).toEqual(["its own", "sorry"]);
      expect([bare.headers.get("x-words"), await bare.text()]).toEqual([null, ""]);
      expect(server.log.requests.map(({ decided, cost }) => [decided, cost])).toEqual([
        ["written", "free"],
        ["failed", "free"],
      ]);
    });
  });

  it("lands a write late, with its condition judged then", async () => {
    await withServer(async (server, at) => {
      const hold = new Hold();
      server.fault({ first: 1, action: { kind: "land-late", hold } });
      expect(await statusOf(put(at("k"), "late"))).toBeUndefined();
      await hold.untilCaught();
      await put(at("k"), "first");
      expect(await hold.letGo()).toEqual([{ status: 412 }]);
      expect(await read(at("k"))).toBe("first");
      expect(server.log.requests[0]).toMatchObject({ decided: "refused", status: undefined });
    });
  });

  it("delays on the clock that the server was given", async () => {
    const world = createWorld();
    await using server = await startObjectServer(small, noProfile, { clock: world.process("server").clock });
    const heal = server.fault({ action: { kind: "delay", ms: 5_000 } });
    let answered = false;
    const slow = put(`${server.url}/bucket/k`).then(() => {
      answered = true;
    });
    await expect.poll(() => heal.fired).toBe(1);
    await world.advance(4_999);
    expect(answered).toBe(false);
    await world.advance(1);
    await slow;
  });

  it("that waits ends when the server closes", async () => {
    const server = await startObjectServer(small, noProfile);
    const heal = server.fault({ action: { kind: "delay", ms: 3_600_000 } });
    const slow = statusOf(put(`${server.url}/bucket/k`));
    await expect.poll(() => heal.fired).toBe(1);
    await server.close();
    expect(await slow).toBeUndefined();
  });

  it("cuts an answer in the middle of its body, and gives nothing of one that has none", async () => {
    await withServer(async (server, at) => {
      await put(at("k"), "0123456789");
      server.fault({ action: { kind: "cut" } });
      const answer = await fetch(at("k"));
      expect(answer.headers.get("content-length")).toBe("10");
      await expect(answer.text()).rejects.toThrow("terminated");
      expect(await statusOf(put(at("other")))).toBeUndefined();
      expect(server.log.requests.map(({ status }) => status)).toEqual([200, 200, undefined]);
    });
  });

  it.each<[string, ServerAction, string, string | null]>([
    ["takes Date off", { kind: "date", missing: true }, "date", null],
    ["writes nonsense into Date", { kind: "date", value: "soon" }, "date", "soon"],
    ["takes Last-Modified off", { kind: "no-last-modified" }, "last-modified", null],
    ["adds an Age", { kind: "age", seconds: 60 }, "age", "60"],
  ])("%s", async (_, action, header, value) => {
    await withServer(async (server, at) => {
      server.fault({ action });
      const answer = await put(at("k"));
      expect([answer.status, answer.headers.get(header)]).toEqual([200, value]);
    });
  });

  it("moves Date, and nothing else, by some milliseconds", async () => {
    const clock = createWorld().process("server").clock;
    await using server = await startObjectServer(small, noProfile, { clock });
    server.fault({ action: { kind: "date", skewMs: -3_600_000 } });
    const { headers } = await put(`${server.url}/bucket/k`);
    expect(headers.get("date")).toBe(new Date(clock.wallMs() - 3_600_000).toUTCString());
    expect(headers.get("last-modified")).toBe("then");
  });

  it("shows one reader an old state, and everybody else what stands", async () => {
    await withServer(async (server, at) => {
      await put(at("k"), "one");
      server.fault({ method: "PUT", action: { kind: "ignore-condition" } });
      await put(at("k"), "two");
      server.fault({ method: "GET", nth: 1, action: { kind: "stale-read" } });
      server.fault({ method: "GET", nth: 2, action: { kind: "stale-read", back: 2 } });
      server.fault({ method: "PUT", action: { kind: "stale-read", back: 2 } });
      expect([await read(at("k")), await read(at("k")), await read(at("k"))]).toEqual(["one", "", "two"]);
    });
  });

  it("makes nothing of a write stale: its condition is judged on what stands", async () => {
    await withServer(async (server, at) => {
      await put(at("k"), "one");
      server.fault({ action: { kind: "stale-read" } });
      expect((await put(at("k"), "two")).status).toBe(412);
    });
  });

  it("passes a condition over", async () => {
    await withServer(async (server, at) => {
      await put(at("k"), "one");
      expect((await put(at("k"), "two")).status).toBe(412);
      server.fault({ action: { kind: "ignore-condition" } });
      expect((await put(at("k"), "two")).status).toBe(200);
      expect(await read(at("k"))).toBe("two");
    });
  });

  it("rolls one object back, for everybody and for good", async () => {
    await withServer(async (server, at) => {
      await put(at("k"), "one");
      await put(at("other"), "kept");
      server.fault({ method: "GET", nth: 1, action: { kind: "roll-back" } });
      expect(await read(at("k"))).toBe("");
      expect([(await fetch(at("k"))).status, await read(at("other"))]).toEqual([404, "kept"]);
    });
  });

  it("denies a missing object, and shows one that is there", async () => {
    await withServer(async (server, at) => {
      await put(at("k"), "one");
      server.fault({ method: "GET", action: { kind: "deny", what: "missing" } });
      expect([(await fetch(at("k"))).status, (await fetch(at("missing"))).status]).toEqual([200, 403]);
    });
  });
});
