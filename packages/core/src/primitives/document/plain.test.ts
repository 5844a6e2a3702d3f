import { memoryStore, type Store } from "@fencepost/core";
import { expect, test } from "vitest";
import { type Count, elsewhere, increment, schema } from "../../../test/counting.ts";
import { after, answerLost, others, overwrite, scripted, textAt } from "../../../test/scripted-store.ts";

test("the object's bytes are the user's own; the ids of the last eight writes stand in its metadata", async () => {
  const { coordinator, store } = scripted();
  const document = coordinator.document("d", { schema });
  for (let count = 0; count < 12; count++) await document.update(increment);
  const found = await store.get("d", {});
  if (found.kind !== "found") throw new Error("nothing there");
  expect(new TextDecoder().decode(found.body)).toBe('{"n":12}');
  expect(found.contentType).toBe("application/json");
  const ids = found.metadata["fencepost-recent"]?.split(",");
  expect(new Set(ids).size).toBe(8);
  expect(ids).toEqual(ids?.map(() => expect.stringMatching(/^[0-9a-f]{32}$/)));
});

test("a read costs one request, an update two, a create one, a replace and a delete two", async () => {
  const { coordinator, requests } = scripted();
  const document = coordinator.document("d", { schema });
  const costOf = async (call: () => Promise<unknown>) => {
    requests.length = 0;
    await call();
    return requests.join(" ");
  };
  expect(await costOf(() => document.compareAndSet(undefined, { n: 1 }))).toBe("put");
  expect(await costOf(() => document.read())).toBe("get");
  expect(await costOf(() => document.update(increment))).toBe("get put");
  const { version } = await document.read();
  expect(await costOf(() => document.readIfChanged(version))).toBe("get");
  expect(await costOf(() => document.compareAndSet(version, { n: 5 }))).toBe("get put");
  const last = (await document.read()).version;
  expect(last && (await costOf(() => document.delete(last)))).toBe("get delete");
});

test("content type and user metadata stay as they were", async () => {
  const { coordinator, store } = scripted();
  const beside = { contentType: "application/vnd.acme+json", metadata: { owner: "team-a" } };
  await overwrite(store, "d", '{ "n": 1 }', beside);
  await coordinator.document("d", { schema }).update(increment);
  expect(await store.get("d", {})).toMatchObject({
    contentType: "application/vnd.acme+json",
    metadata: { owner: "team-a" },
  });
});

test("an update answers the value, its version and how many rounds it took", async () => {
  const { coordinator } = scripted([after(elsewhere), after(elsewhere)]);
  const document = coordinator.document("d", { schema });
  const updated = await document.update(increment);
  expect(updated).toEqual({
    value: { n: 3 },
    version: (await document.read()).version,
    token: undefined,
    rounds: 3,
  });
});

test("a change that is refused runs again on what stands there then, and no update is lost", async () => {
  const { coordinator, store, events } = scripted([after(elsewhere)]);
  const seen: (number | undefined)[] = [];
  await coordinator.document("d", { schema }).update(async (now) => {
    seen.push(now?.n);
    return increment(now);
  });
  expect(seen).toEqual([undefined, 1]);
  expect(await textAt(store, "d")).toBe('{"n":2}');
  expect(events.filter(({ type }) => type === "write.conflict")).toHaveLength(1);
});

test("after sixteen rounds it gives up and says so; the others' writes stand", async () => {
  const { coordinator, store, requests } = scripted(Array.from({ length: 40 }, () => after(elsewhere)));
  await expect(coordinator.document("d", { schema }).update(increment)).rejects.toMatchObject({
    code: "conflict",
    key: "d",
    message: expect.stringContaining("16 rounds"),
  });
  expect(requests.filter((request) => request === "put")).toHaveLength(16);
  expect(await textAt(store, "d")).toBe('{"n":16}');
});

test("returning the current value itself writes nothing, and what is absent stays absent", async () => {
  const { coordinator, requests } = scripted();
  const document = coordinator.document("d");
  const { version } = await document.update(() => ({ n: 1 }));
  requests.length = 0;
  expect(await document.update((now) => now)).toMatchObject({ value: { n: 1 }, version });
  expect(requests).toEqual(["get"]);
  const nothing = { value: undefined, version: undefined, token: undefined, rounds: 1 };
  expect(await coordinator.document("other").update((now) => now)).toEqual(nothing);
});

test("a change that changes its argument in place is an error, not silence", async () => {
  const { coordinator, store } = scripted();
  const document = coordinator.document("d");
  await document.update(() => ({ list: [1] }));
  const inPlace = (now: unknown) => {
    (now as { list: number[] }).list.push(2);
    return now;
  };
  await expect(document.update(inPlace)).rejects.toThrow(TypeError);
  expect(await textAt(store, "d")).toBe('{"list":[1]}');
});

test("what a change throws comes through, and nothing is written", async () => {
  const { coordinator, requests } = scripted();
  const broken = coordinator.document("d").update(() => {
    throw new Error("no");
  });
  await expect(broken).rejects.toThrow("no");
  expect(requests).toEqual(["get"]);
});

test("what moved is not overwritten: compareAndSet takes the version that was read, and no other", async () => {
  const { coordinator, store } = scripted();
  const document = coordinator.document("d", { schema });
  const { version } = await document.compareAndSet(undefined, { n: 1 });
  await elsewhere(store);
  await expect(document.compareAndSet(version, { n: 9 })).rejects.toMatchObject({ code: "conflict" });
  await expect(document.compareAndSet(undefined, { n: 9 })).rejects.toMatchObject({ code: "conflict" });
  expect(await textAt(store, "d")).toBe('{"n":2}');
  const now = await document.read();
  expect(await document.compareAndSet(now.version, { n: 9 })).toMatchObject({ value: { n: 9 } });
});

test("compareAndSet tries once: somebody who comes between its read and its write is a conflict", async () => {
  const { coordinator, store, requests } = scripted([(effect) => effect(), after(elsewhere)]);
  const document = coordinator.document("d", { schema });
  const { version } = await document.compareAndSet(undefined, { n: 1 });
  await expect(document.compareAndSet(version, { n: 9 })).rejects.toMatchObject({ code: "conflict" });
  expect(requests.filter((request) => request === "put")).toHaveLength(2);
  expect(await textAt(store, "d")).toBe('{"n":2}');
});

test("only the version that was read is deleted, and what is gone already is gone", async () => {
  const { coordinator, store } = scripted([(effect) => effect(), answerLost()]);
  const document = coordinator.document("d", { schema });
  const { version } = await document.compareAndSet(undefined, { n: 1 });
  if (!version) throw new Error("no version");
  await elsewhere(store);
  await expect(document.delete(version)).rejects.toMatchObject({ code: "conflict" });
  const now = (await document.read()).version;
  if (now) await document.delete(now);
  expect(await textAt(store, "d")).toBeUndefined();
});

test("nothing is deleted where the store does not honour the version", async () => {
  const { coordinator, requests } = scripted([], { capabilities: { conditionalDelete: false } });
  const document = coordinator.document("d", { schema });
  const { version } = await document.compareAndSet(undefined, { n: 1 });
  if (!version) throw new Error("no version");
  requests.length = 0;
  await expect(document.delete(version)).rejects.toMatchObject({ code: "unsupported-store" });
  expect(requests).toEqual([]);
});

test("a store that ignores conditions is found out before the first write, and refused", async () => {
  const ignoring = memoryStore();
  const { coordinator } = scripted([], { capabilities: { trusted: false } });
  expect(await coordinator.document("d", { schema }).update(increment)).toMatchObject({ value: { n: 1 } });
  const store: Store = {
    ...ignoring,
    capabilities: { ...ignoring.capabilities, trusted: false },
    async put(key, body, _condition, call) {
      const found = await ignoring.get(key, {});
      return ignoring.put(key, body, found.kind === "found" ? { matches: found.version } : "absent", call);
    },
  };
  const document = others(store).document("d", { schema });
  await expect(document.update(increment)).rejects.toMatchObject({ code: "unsupported-store" });
  await expect(document.compareAndSet(undefined, { n: 1 })).rejects.toMatchObject({
    code: "unsupported-store",
  });
  expect(await textAt(ignoring, "d")).toBeUndefined();
});

test("an abort ends an update with its own reason", async () => {
  const controller = new AbortController();
  const { coordinator, store } = scripted();
  const stop = new Error("stop");
  const updating = coordinator.document("d", { schema }).update(
    () => {
      controller.abort(stop);
      return new Promise<Count>(() => {});
    },
    { signal: controller.signal },
  );
  await expect(updating).rejects.toBe(stop);
  expect(await textAt(store, "d")).toBeUndefined();
});

test("a read if changed gives nothing for the version that the reader has, and what is new", async () => {
  const { coordinator } = scripted();
  const document = coordinator.document("d", { schema });
  expect(await document.readIfChanged(undefined)).toBeUndefined();
  const { version } = await document.update(increment);
  expect(await document.readIfChanged(undefined)).toMatchObject({ value: { n: 1 }, version });
  expect(await document.readIfChanged(version)).toBeUndefined();
  const next = await document.update(increment);
  expect(await document.readIfChanged(version)).toMatchObject({ value: { n: 2 }, version: next.version });
  if (next.version) await document.delete(next.version);
  expect(await document.readIfChanged(version)).toEqual({
    value: undefined,
    version: undefined,
    token: undefined,
  });
});
