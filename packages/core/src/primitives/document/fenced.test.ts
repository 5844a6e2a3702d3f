import type { Store } from "@fencepost/core";
import { expect, test } from "vitest";
import { type Count, increment, schema } from "../../../test/counting.ts";
import {
  after,
  answerLost,
  leaseWith,
  others,
  overwrite,
  requestLost,
  scripted,
  textAt,
  type WriteStep,
} from "../../../test/scripted-store.ts";

/** A later holder claims the document, and writes `n` if it is given. */
const successor =
  (token: number, n?: number) =>
  async (store: Store): Promise<void> => {
    const fenced = await others(store).document("d", { schema }).fence(leaseWith(token));
    if (n !== undefined) await fenced.write({ n });
  };
const remove = async (store: Store): Promise<void> => {
  const found = await store.get("d", {});
  if (found.kind === "found") await store.delete("d", found.version, {});
};
const claimed: WriteStep = (effect) => effect();
const open = ({ coordinator }: ReturnType<typeof scripted>) => coordinator.document("d", { schema });

test("a write carries lease and token as a member of plain JSON, and a read strips it", async () => {
  const kit = scripted();
  const written = await (await open(kit).fence(leaseWith(7))).write({ n: 1 });
  const json = JSON.parse((await textAt(kit.store, "d")) as string);
  expect(json).toEqual({
    n: 1,
    _fencepost: expect.objectContaining({ lease: "d", token: 7, state: "value" }),
  });
  expect(await open(kit).read()).toEqual({ value: { n: 1 }, version: written.version, token: 7 });
});

test("a claim costs two requests, a fenced write and a delete one, an update two, a read one", async () => {
  const kit = scripted();
  const costOf = async <R>(call: () => Promise<R>): Promise<{ cost: string; result: R }> => {
    kit.requests.length = 0;
    const result = await call();
    return { cost: kit.requests.join(" "), result };
  };
  const { cost, result: fenced } = await costOf(() => open(kit).fence(leaseWith(7)));
  expect(cost).toBe("get put");
  expect((await costOf(() => fenced.write({ n: 1 }))).cost).toBe("put");
  expect((await costOf(() => fenced.write({ n: 2 }))).cost).toBe("put");
  expect((await costOf(() => fenced.update(increment))).cost).toBe("get put");
  expect((await costOf(() => fenced.read())).cost).toBe("get");
  expect((await costOf(() => fenced.delete())).cost).toBe("put");
  expect((await costOf(() => open(kit).fence(leaseWith(7)))).cost).toBe("get");
});

test("claiming what does not exist creates it, marked empty, so that an older holder's create cannot land", async () => {
  const kit = scripted();
  await open(kit).fence(leaseWith(7));
  const shown = await open(kit).read();
  expect(shown).toMatchObject({ value: undefined, token: 7 });
  expect(shown.version).toBeDefined();
  await expect(open(kit).fence(leaseWith(6))).rejects.toMatchObject({ code: "fenced", newerToken: 7 });
});

test("a claim keeps what stands there: value, content type, metadata", async () => {
  const kit = scripted();
  await overwrite(kit.store, "d", '{ "n": 41 }', { contentType: "application/x", metadata: { owner: "a" } });
  const fenced = await open(kit).fence(leaseWith(7));
  expect(await fenced.update(increment)).toMatchObject({ value: { n: 42 }, token: 7, rounds: 1 });
  expect(await kit.store.get("d", {})).toMatchObject({
    contentType: "application/x",
    metadata: { owner: "a" },
  });
});

test("once a later holder has claimed it, an older one is refused by the store, and then without a request", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7));
  await successor(8, 50)(kit.store);
  kit.requests.length = 0;
  const refused = { code: "fenced", token: 7, newerToken: 8 };
  await expect(fenced.write({ n: 1 })).rejects.toMatchObject(refused);
  expect(kit.requests).toEqual(["put", "get"]);
  for (const call of [
    () => fenced.write({ n: 1 }),
    () => fenced.update(increment),
    () => fenced.read(),
    () => fenced.delete(),
  ]) {
    await expect(call()).rejects.toMatchObject(refused);
  }
  expect(kit.requests).toEqual(["put", "get"]);
  expect(await open(kit).read()).toMatchObject({ value: { n: 50 }, token: 8 });
  expect(kit.events.filter(({ type }) => type === "document.fenced")).toEqual([
    { type: "document.fenced", key: "d", token: 7, newerToken: 8 },
  ]);
});

test("an update of a holder that is late stops at once, and applies nothing again", async () => {
  const kit = scripted([claimed, after(successor(8, 50))]);
  const fenced = await open(kit).fence(leaseWith(7));
  let changes = 0;
  const updating = fenced.update((now) => {
    changes += 1;
    return increment(now);
  });
  await expect(updating).rejects.toMatchObject({ code: "fenced", newerToken: 8 });
  expect(changes).toBe(1);
  expect(kit.requests).toEqual(["get", "put", "get", "put", "get"]);
});

test("a lease that is lost is refused without a request", async () => {
  const kit = scripted();
  const lease = leaseWith(7);
  const fenced = await open(kit).fence(lease);
  lease.throwIfLost = () => {
    throw new Error("lost");
  };
  kit.requests.length = 0;
  await expect(fenced.write({ n: 1 })).rejects.toThrow("lost");
  await expect(fenced.update(increment)).rejects.toThrow("lost");
  await expect(fenced.delete()).rejects.toThrow("lost");
  await expect(open(kit).fence(lease)).rejects.toThrow("lost");
  expect(kit.requests).toEqual([]);
});

test("a lease that is lost while a change is made writes nothing", async () => {
  const kit = scripted();
  const lease = leaseWith(7);
  const fenced = await open(kit).fence(lease);
  const updating = fenced.update(() => {
    lease.throwIfLost = () => {
      throw new Error("lost");
    };
    return { n: 1 };
  });
  await expect(updating).rejects.toThrow("lost");
  expect(kit.requests).toEqual(["get", "put", "get"]);
});

test("a lost answer is settled: the write landed, and is not made twice", async () => {
  const kit = scripted([claimed, answerLost()]);
  const fenced = await open(kit).fence(leaseWith(7));
  expect(await fenced.update(increment)).toMatchObject({ value: { n: 1 }, rounds: 1 });
  expect(await fenced.write({ n: 5 })).toMatchObject({ value: { n: 5 } });
  expect(await open(kit).read()).toMatchObject({ value: { n: 5 } });
});

test("a write that landed before a later holder's claim is written, and is the last of this handle", async () => {
  const kit = scripted([claimed, answerLost(successor(8))]);
  const fenced = await open(kit).fence(leaseWith(7));
  expect(await fenced.write({ n: 1 })).toMatchObject({ value: { n: 1 }, version: undefined, token: 7 });
  kit.requests.length = 0;
  await expect(fenced.write({ n: 2 })).rejects.toMatchObject({ code: "fenced", newerToken: 8 });
  expect(kit.requests).toEqual([]);
  expect(await open(kit).read()).toMatchObject({ value: { n: 1 }, token: 8 });
});

test("a request that was lost is repeated, and one that a later holder overtook is fenced", async () => {
  const repeated = scripted([claimed, requestLost()]);
  await (await open(repeated).fence(leaseWith(7))).write({ n: 1 });
  expect(await open(repeated).read()).toMatchObject({ value: { n: 1 } });
  const late = scripted([claimed, requestLost(successor(8))]);
  const fenced = await open(late).fence(leaseWith(7));
  await expect(fenced.write({ n: 1 })).rejects.toMatchObject({ code: "fenced" });
  expect(await open(late).read()).toMatchObject({ value: undefined, token: 8 });
});

test("another writer under the same token is a conflict to a write, until this one has read; an update applies again", async () => {
  const kit = scripted();
  const one = await open(kit).fence(leaseWith(7));
  const other = await open(kit).fence(leaseWith(7));
  await other.write({ n: 10 });
  await expect(one.write({ n: 1 })).rejects.toMatchObject({ code: "conflict" });
  await expect(one.write({ n: 1 })).rejects.toMatchObject({ code: "conflict" });
  expect(await one.read()).toMatchObject({ value: { n: 10 } });
  await one.write({ n: 20 });
  expect(await other.update(increment)).toMatchObject({ value: { n: 21 } });
});

test("writes that are begun at once are made one after the other", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7));
  const written = await Promise.allSettled([1, 2, 3].map((n) => fenced.write({ n })));
  expect(written.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(await open(kit).read()).toMatchObject({ value: { n: 3 } });
});

test("a write that waits for the one before it ends when its caller gives up, and is never sent", async () => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const kit = scripted([claimed, (effect) => held.then(effect)]);
  const fenced = await open(kit).fence(leaseWith(7));
  const caller = new AbortController();
  const ended: string[] = [];
  const first = fenced.write({ n: 1 }).then(() => ended.push("written"));
  const second = fenced.write({ n: 2 }, { signal: caller.signal }).catch((error) => ended.push(error));
  // A read takes longer than any of them to get in line, or to leave it.
  await open(kit).read();
  caller.abort("enough");
  await open(kit).read();
  letGo();
  await Promise.all([first, second]);
  expect(ended).toEqual(["enough", "written"]);
  expect(await open(kit).read()).toMatchObject({ value: { n: 1 } });
});

test("a fenced write never creates: what somebody deleted stays deleted, and is an error", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7));
  await remove(kit.store);
  await expect(fenced.write({ n: 1 })).rejects.toMatchObject({ code: "unknown-outcome" });
  await expect(fenced.update(increment)).rejects.toMatchObject({ code: "bad-record" });
  expect(await textAt(kit.store, "d")).toBeUndefined();
});

test("what a tool without a fence has written is not overwritten", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7));
  await overwrite(kit.store, "d", '{"n":99}');
  await expect(fenced.update(increment)).rejects.toMatchObject({ code: "bad-record" });
  await expect(fenced.read()).rejects.toMatchObject({ code: "bad-record" });
  expect(await textAt(kit.store, "d")).toBe('{"n":99}');
  expect(await (await open(kit).fence(leaseWith(7))).update(increment)).toMatchObject({ value: { n: 100 } });
});

test("a deletion is a tombstone: it reads as nothing, and keeps the fence", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7));
  await fenced.write({ n: 1 });
  await fenced.delete();
  expect(await open(kit).read()).toMatchObject({ value: undefined, token: 7 });
  await expect(open(kit).fence(leaseWith(6))).rejects.toMatchObject({ code: "fenced" });
  expect(await (await open(kit).fence(leaseWith(8))).update(increment)).toMatchObject({
    value: { n: 1 },
    token: 8,
  });
});

test("values are checked before they are sent, under a fence as well", async () => {
  const kit = scripted();
  const fenced = await open(kit).fence(leaseWith(7));
  kit.requests.length = 0;
  await expect(fenced.write({} as Count)).rejects.toThrow(TypeError);
  expect(kit.requests).toEqual([]);
});
