/** The rows of the quirk table as a strict server brings them about, through the real SDK: nobody has written these answers. */
import { CoordinationError, type Store, type Version } from "@fencepost/core";
import { type ObjectServer, startGcsServer } from "@fencepost/testing";
import { describe, expect, it, vi } from "vitest";
import { type Route, routes } from "../test/google.ts";
import { known, perform } from "../test/quirk-proofs.ts";
import { meanings, type Served, scriptedOnly, served, signsOf } from "../test/served-answers.ts";
import { anything, type Operation, quirkOf, writes } from "./gcs-quirk.ts";
import { gcsQuirks } from "./gcs-quirks.ts";

const proved = new Set<string>();

/** What the caller of the store learns: an outcome of the table, and words for a person. */
interface Learnt {
  readonly outcome: string;
  readonly words: string;
}

async function learn(store: Store, on: Operation, version: Version): Promise<Learnt> {
  try {
    const result = (await perform(store, on, undefined, version)) as {
      kind?: string;
      detail?: string;
      cause?: Error;
    };
    return { outcome: result.kind ?? "listed", words: result.detail ?? result.cause?.message ?? "" };
  } catch (error) {
    if (!(error instanceof CoordinationError)) throw error;
    return { outcome: error.code.replace("-store", ""), words: error.message };
  }
}

function meaningOf(row: string, on: Operation): string | undefined {
  return meanings[row]?.[writes.includes(on) ? 1 : 0];
}

/** Sets the scene, asks once, and holds what comes of it against the row. */
async function prove(one: Served, { storeAt }: Route): Promise<void> {
  await using server = await startGcsServer(one.server);
  const version = one.there ? await put(server) : known;
  const heal = one.fault && server.fault(one.fault);
  const before = server.log.requests.length;
  const asked = one.there === "stale" ? known : version;
  const learnt = await learn(storeAt(server.url, one.options), one.on, asked);

  expect(server.log.requests.slice(before).map(({ status }) => status ?? "none")).toEqual(
    // Of an answer that was cut the server has sent the status.
    one.fault?.action.kind === "cut" ? [200] : [one.status],
  );
  expect(heal?.fired ?? 1).toBe(1);
  // What is refused or absent comes without words; the server's log has told its status.
  if (learnt.words !== "") expect(learnt.words).toContain(one.says ?? "");
  expect(quirkOf(gcsQuirks, one.on, signsOf(one))).toBe(gcsQuirks[one.row]);
  expect(learnt.outcome).toBe(meaningOf(one.row, one.on));
  proved.add(one.row);

  /** By a store that no option stands in the way of. */
  async function put({ url }: ObjectServer): Promise<Version> {
    const result = await storeAt(url).put("key", new TextEncoder().encode("there"), "absent", {});
    if (result.kind !== "written") throw new Error(`expected it to be written, got ${result.kind}`);
    return result.version;
  }
}

describe.each(routes)("a row of the quirk table, served over $by", (route) => {
  const here = served.filter(({ by = route.by }) => by === route.by);
  it.each(here.map((one) => [one.row, one.on, one.status, one.says ?? "no words", one] as const))(
    "%s: a %s that is answered %s, %s",
    (_, _on, _status, _says, one) => prove(one, route),
  );

  it("no-connection: nobody listens there any more", async () => {
    const server = await startGcsServer();
    await server.close();
    for (const on of anything) {
      const { outcome, words } = await learn(route.storeAt(server.url), on, known);
      expect(words).toContain("ECONNREFUSED");
      expect(outcome).toBe(meaningOf("no-connection", on));
    }
    proved.add("no-connection");
  });

  it("no-tls: it speaks http alone", async () => {
    await using server = await startGcsServer();
    for (const on of writes) {
      const store = route.storeAt(server.url.replace("http:", "https:"));
      expect((await learn(store, on, known)).outcome).toBe(meaningOf("no-tls", on));
    }
    expect(server.log.requests).toEqual([]);
    proved.add("no-tls");
  });
});

it("an answer that is cut hangs the library's client until the signal of the call ends it", async () => {
  const [{ storeAt }] = routes as [Route];
  await using server = await startGcsServer();
  const cut = server.fault({ action: { kind: "cut" } });
  const abort = new AbortController();
  const created = perform(storeAt(server.url), "create", abort.signal);
  await vi.waitUntil(() => server.log.requests[0]?.status === 200);
  abort.abort(new Error("its time-out"));
  expect(await created).toEqual({ kind: "unknown", cause: new Error("its time-out") });
  expect(cut.fired).toBe(1);
});

it("a row that only a script can show is named with the reason, and every other one is shown here", () => {
  expect([...proved, ...Object.keys(scriptedOnly)].sort()).toEqual(Object.keys(gcsQuirks).sort());
});
