import type { Store } from "@fencepost/core";
import { expect, test } from "vitest";
import { elsewhere, increment, schema, set } from "../../../test/counting.ts";
import { after, answerLost, overwrite, requestLost, scripted, textAt } from "../../../test/scripted-store.ts";

test("a lost answer is settled by the write's id: the change is not made twice", async () => {
  const { coordinator, store, requests } = scripted([answerLost()]);
  const updated = await coordinator.document("d", { schema }).update(increment);
  expect(updated).toMatchObject({ value: { n: 1 }, rounds: 1 });
  expect(await textAt(store, "d")).toBe('{"n":1}');
  expect(requests).toEqual(["get", "put", "get"]);
});

test("a write that landed and was replaced since is no conflict, and no version of it is known", async () => {
  const { coordinator, store } = scripted([answerLost((store) => elsewhere(store, 3))]);
  const updated = await coordinator.document("d", { schema }).update(increment);
  expect(updated).toMatchObject({ value: { n: 1 }, version: undefined, rounds: 1 });
  expect(await textAt(store, "d")).toBe('{"n":4}');
});

test("a write that was replaced more often than is remembered is unknown, and never a conflict", async () => {
  const { coordinator, store } = scripted([after(set(5)), answerLost((store) => elsewhere(store, 8))]);
  await expect(coordinator.document("d", { schema }).update(increment)).rejects.toMatchObject({
    code: "unknown-outcome",
    key: "d",
  });
  expect(await textAt(store, "d")).toBe('{"n":14}');
});

test("a request that was lost is repeated, with the same id and condition", async () => {
  const { coordinator, store, requests } = scripted([requestLost()]);
  await coordinator.document("d", { schema }).update(increment);
  expect(requests).toEqual(["get", "put", "get", "put"]);
  expect(await textAt(store, "d")).toBe('{"n":1}');
});

test("an object that another tool wrote is known by its version, so that the first conflict on it is one", async () => {
  const { coordinator, store } = scripted([after(elsewhere)]);
  await overwrite(store, "d", '{"n": 10}');
  expect(await coordinator.document("d", { schema }).update(increment)).toMatchObject({ rounds: 2 });
  expect(await textAt(store, "d")).toBe('{"n":12}');
});

test("what another tool has overwritten after a lost answer cannot be told, and is said to be unknown", async () => {
  const { coordinator, store } = scripted([
    after(elsewhere),
    answerLost((store) => overwrite(store, "d", '{"n":7}')),
  ]);
  await expect(coordinator.document("d", { schema }).update(increment)).rejects.toMatchObject({
    code: "unknown-outcome",
  });
  expect(await textAt(store, "d")).toBe('{"n":7}');
});

test("a document that is deleted while it is updated leaves the outcome unknown, and is not created anew", async () => {
  const remove = async (store: Store) => {
    const found = await store.get("d", {});
    if (found.kind === "found") await store.delete("d", found.version, {});
  };
  const { coordinator, store } = scripted([(effect) => effect(), after(remove)]);
  const document = coordinator.document("d", { schema });
  await document.update(increment);
  await expect(document.update(increment)).rejects.toMatchObject({ code: "unknown-outcome" });
  expect(await textAt(store, "d")).toBeUndefined();
});

test("a create whose answer was lost, and which may have been deleted and made anew, is unknown", async () => {
  const { coordinator } = scripted([requestLost(elsewhere)]);
  const created = coordinator.document("d", { schema }).compareAndSet(undefined, { n: 1 });
  await expect(created).rejects.toMatchObject({ code: "unknown-outcome" });
});

test("where every version is new a lost request is a conflict once its base was replaced", async () => {
  const { coordinator, store } = scripted([after(set(5)), requestLost(elsewhere)]);
  await coordinator.document("d", { schema }).update(increment);
  expect(await textAt(store, "d")).toBe('{"n":7}');
});

test("where equal bytes are one version a change away and back (A-B-A) goes unseen by an update", async () => {
  const awayAndBack = async (store: Store) => {
    await set(2)(store);
    await set(1)(store);
  };
  const hashed = scripted([(effect) => effect(), after(awayAndBack)], { versions: "content-hash" });
  const unique = scripted([(effect) => effect(), after(awayAndBack)]);
  const roundsIn = async ({ coordinator }: typeof hashed) => {
    const document = coordinator.document("d", { schema });
    await document.compareAndSet(undefined, { n: 1 });
    return (await document.update(increment)).rounds;
  };
  expect(await roundsIn(hashed)).toBe(1);
  expect(await roundsIn(unique)).toBe(2);
});

test("where equal bytes are one version, a write without an answer that is not seen is unknown: it may be hidden", async () => {
  // Ours lands, somebody changes it back, and a third, who had read the same bytes before, writes on them.
  const hide = async (store: Store) => {
    const found = await store.get("d", {});
    if (found.kind !== "found") throw new Error("nothing there");
    await set(1)(store);
    const back = await store.get("d", {});
    if (back.kind !== "found") throw new Error("nothing there");
    const metadata = { "fencepost-recent": `${"e".repeat(32)},${first}` };
    await store.put("d", new TextEncoder().encode('{"n":50}'), { matches: back.version }, { metadata });
  };
  let first: string | undefined;
  const { coordinator, store } = scripted([(effect) => effect(), answerLost(hide)], {
    versions: "content-hash",
  });
  const document = coordinator.document("d", { schema });
  await document.compareAndSet(undefined, { n: 1 });
  const found = await store.get("d", {});
  first = found.kind === "found" ? found.metadata["fencepost-recent"] : undefined;
  await expect(document.update(increment)).rejects.toMatchObject({ code: "unknown-outcome" });
  expect(await textAt(store, "d")).toBe('{"n":50}');
});

test("where equal bytes are one version, our own id tells all the same, and a refusal is a conflict", async () => {
  const versions = "content-hash";
  const seen = scripted([after(set(5)), answerLost((store) => elsewhere(store, 2))], { versions });
  await seen.coordinator.document("d", { schema }).update(increment);
  expect(await textAt(seen.store, "d")).toBe('{"n":8}');
  const refused = scripted([after(set(5)), after(elsewhere)], { versions });
  await refused.coordinator.document("d", { schema }).update(increment);
  expect(await textAt(refused.store, "d")).toBe('{"n":7}');
});

test("what a tool writes that keeps our metadata is not lost: the change runs again on it, at once", async () => {
  const kept = async (store: Store): Promise<void> => {
    const found = await store.get("d", {});
    await overwrite(store, "d", '{"n":40}', { metadata: found.kind === "found" ? found.metadata : {} });
  };
  const { coordinator, requests } = scripted([(effect) => effect(), after(kept)]);
  const document = coordinator.document("d", { schema });
  await document.update(increment);
  requests.length = 0;
  expect(await document.update(increment)).toMatchObject({ value: { n: 41 }, rounds: 2 });
  expect(requests).toEqual(["get", "put", "get", "put"]);
});
