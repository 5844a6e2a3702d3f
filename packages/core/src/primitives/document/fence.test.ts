import { isCoordinationError, type Lease, type Store, textCodec } from "@fencepost/core";
import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import { elsewhere, increment, schema } from "../../../test/counting.ts";
import {
  after,
  answerLost,
  leaseWith,
  others,
  overwrite,
  scripted,
  textAt,
} from "../../../test/scripted-store.ts";

const open = ({ coordinator }: ReturnType<typeof scripted>) => coordinator.document("d", { schema });
const copyOf = async (store: Store): Promise<string> => (await textAt(store, "d")) as string;

test("a holder that was paused past its lease cannot overwrite its successor (T1)", async () => {
  for (const versions of ["unique", "content-hash"] as const) {
    const world = createWorld({ versions });
    const [a, b] = [world.process("a"), world.process("b")];
    const opened = ({ coordinator }: typeof a, key = "d") => coordinator.document(key, { schema });
    const mine = await a.coordinator.acquire("d");
    const fenced = await opened(a).fence(mine);
    // Without a look at its own clock the store refuses it all the same: what was written, and what was only claimed.
    const blind = await opened(a).fence(leaseWith(mine.token));
    const blindToClaim = await opened(a, "claimed").fence(leaseWith(mine.token));
    a.pause();
    await world.advance(40_000);
    const theirs = await b.coordinator.acquire("d");
    await (await opened(b).fence(theirs)).write({ n: 2 });
    const claimed = await opened(b, "claimed").fence(theirs);
    a.resume();
    const told = { code: "fenced", token: mine.token, newerToken: theirs.token };
    await expect(fenced.write({ n: 1 })).rejects.toMatchObject({ code: "lease-lost" });
    await expect(blind.write({ n: 1 })).rejects.toMatchObject(told);
    await expect(blindToClaim.write({ n: 1 })).rejects.toMatchObject(told);
    expect((await opened(b).read()).value).toEqual({ n: 2 });
    expect((await claimed.read()).value).toBeUndefined();
    await theirs.release();
  }
});

test("several documents stand under one lease", async () => {
  const { coordinator, store } = scripted();
  await coordinator.withLease("both", async (lease) => {
    for (const key of ["one", "two"]) {
      await (await coordinator.document(key, { codec: textCodec }).fence(lease)).write(`${key}\n`);
    }
  });
  expect(await textAt(store, "one")).toMatch(/^#fencepost \{.*"lease":"both".*\}\none\n$/);
  expect((await coordinator.document("two", { codec: textCodec }).read()).value).toBe("two\n");
});

test("a document of another lease is refused: tokens of different leases are not comparable", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7, "one"));
  await expect(open(kit).fence(leaseWith(8, "other"))).rejects.toMatchObject({
    code: "misconfigured",
    key: "d",
  });
  await overwrite(kit.store, "d", (await copyOf(kit.store)).replace('"one"', '"other"'));
  await expect(fenced.update(increment)).rejects.toMatchObject({ code: "misconfigured" });
});

test("a plain write of a fenced document is refused, and the fence stays", async () => {
  const kit = scripted();
  const { version } = await (await open(kit).fence(leaseWith(7))).write({ n: 1 });
  const before = await copyOf(kit.store);
  const refused = { code: "fenced", token: undefined, newerToken: 7 };
  if (!version) throw new Error("no version");
  await expect(open(kit).update(increment)).rejects.toMatchObject(refused);
  await expect(open(kit).compareAndSet(version, { n: 2 })).rejects.toMatchObject(refused);
  await expect(open(kit).compareAndSet(undefined, { n: 2 })).rejects.toMatchObject(refused);
  await expect(open(kit).delete(version)).rejects.toMatchObject(refused);
  expect(await copyOf(kit.store)).toBe(before);
});

test("a plain update that a claim comes between is refused, and the claim stands", async () => {
  const kit = scripted([
    after(async (store) => void (await others(store).document("d").fence(leaseWith(7)))),
  ]);
  await expect(open(kit).update(increment)).rejects.toMatchObject({ code: "fenced", newerToken: 7 });
});

test("a claim is made again when a plain write comes between, and nothing of it is lost", async () => {
  const kit = scripted([after(elsewhere), answerLost()]);
  const fenced = await open(kit).fence(leaseWith(7));
  expect(await fenced.update(increment)).toMatchObject({ value: { n: 2 } });
});

test("a claim is made again although nobody can tell what became of the first", async () => {
  const kit = scripted([after((store) => overwrite(store, "d", '{"n":5}')), answerLost(), answerLost()]);
  await overwrite(kit.store, "d", '{"n":1}');
  expect(await (await open(kit).fence(leaseWith(7))).update(increment)).toMatchObject({ value: { n: 6 } });
});

test("a lease that begins anew is let in above the token that the document has seen, and older ones stay out", async () => {
  const kit = scripted();
  const before = leaseWith(500);
  await (await open(kit).fence(before)).write({ n: 1 });
  const lease = await kit.coordinator.acquire("d");
  expect(lease.token).toBeLessThan(500);
  const refused: unknown = await open(kit)
    .fence(lease)
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "lease-lost",
    reason: "rolled-back",
    token: lease.token,
    newerToken: 500,
  });
  await lease.release();
  if (!isCoordinationError(refused, "lease-lost")) throw refused;
  const above = await kit.coordinator.acquire("d", { tokenAbove: refused.newerToken });
  expect(await (await open(kit).fence(above)).update(increment)).toMatchObject({
    value: { n: 2 },
    token: 501,
  });
  await expect(open(kit).fence(before)).rejects.toMatchObject({ code: "fenced", newerToken: 501 });
  await above.release();
});

test("a claim of once guards a document, too, and is told when its own record was reset", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const intent = coordinator.once("pay");
  const document = coordinator.document("d", { schema });
  const tokenAbove = 499 as Lease["token"];
  await intent.run({ tokenAbove }, async (claim) => {
    await (await document.fence(claim)).write({ n: 1 });
  });
  const name = "_fencepost/claims/pay.json";
  const found = await world.store.get(name, {});
  if (found.kind === "found") await world.store.delete(name, found.version, {});
  const refused = intent.run(async (claim) => void (await document.fence(claim)));
  await expect(refused).rejects.toMatchObject({
    code: "unknown-outcome",
    cause: { code: "lease-lost", reason: "rolled-back", newerToken: 500 },
  });
});

test("a document that shows an older token than one that was acknowledged was rolled back", async () => {
  const kit = scripted();
  await open(kit).fence(leaseWith(7));
  const old = await copyOf(kit.store);
  const fenced = await open(kit).fence(leaseWith(8));
  await overwrite(kit.store, "d", old);
  await expect(fenced.update(increment)).rejects.toMatchObject({ code: "unsupported-store" });
  await expect(fenced.write({ n: 1 })).rejects.toMatchObject({ code: "unsupported-store" });
});

test("in metadata the mark leaves the bytes as they are, where every write makes a new version", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7), { mark: "metadata" });
  expect(await textAt(kit.store, "d")).toBe("");
  await fenced.write({ n: 1 });
  expect(await textAt(kit.store, "d")).toBe('{"n":1}');
  expect(await open(kit).read()).toMatchObject({ value: { n: 1 }, token: 7 });
  await expect(open(kit).update(increment)).rejects.toMatchObject({ code: "fenced" });
  await expect(open(kit).fence(leaseWith(6), { mark: "metadata" })).rejects.toMatchObject({ code: "fenced" });
});

test("where a version may be a hash of the bytes, a mark in metadata is refused, and the message says why", async () => {
  const kit = scripted([], { versions: "content-hash" });
  await expect(open(kit).fence(leaseWith(7), { mark: "metadata" })).rejects.toMatchObject({
    code: "unsupported-store",
    message: expect.stringContaining("hash of the bytes"),
  });
  expect(kit.requests).toEqual([]);
});

test("a fenced write of equal bytes makes a new version all the same", async () => {
  const kit = scripted([], { versions: "content-hash" });
  const fenced = await open(kit).fence(leaseWith(7));
  const one = await fenced.write({ n: 1 });
  const other = await fenced.write({ n: 1 });
  expect(other.version).not.toBe(one.version);
});

test("what is no lease, or no mark, is named", async () => {
  const kit = scripted();
  await expect(open(kit).fence({ guarded: false } as unknown as Lease)).rejects.toThrow(
    "fence needs a lease",
  );
  await expect(open(kit).fence(leaseWith(7), { mark: "header" as never })).rejects.toThrow(
    'mark is "header"',
  );
});
