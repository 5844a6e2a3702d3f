/** What eight workers did to one counter, written down and judged: with a compare-and-set, and with a mistake in it. */
import { memoryStore, type PutCondition, type Store } from "@fencepost/core";
import {
  checkHistory,
  createWorld,
  HistoryRecorder,
  type ProcessRecorder,
  renderHistory,
} from "@fencepost/testing";
import { expect, test } from "vitest";

// The code under test: adds one, and says what it then was.
async function addOne(store: Store, pause: () => Promise<void>, careful: boolean): Promise<number> {
  for (let attempt = 1; attempt <= 1_000; attempt++) {
    const found = await store.get("visits", {});
    const value = found.kind === "found" ? Number(new TextDecoder().decode(found.body)) : 0;
    await pause();
    // The mistake: whatever stands there by now is replaced.
    const now = careful ? found : await store.get("visits", {});
    const condition: PutCondition = now.kind === "found" ? { matches: now.version } : "absent";
    const written = await store.put("visits", new TextEncoder().encode(String(value + 1)), condition, {});
    if (written.kind === "written") return value + 1;
  }
  throw new Error("others were always faster");
}

async function historyOf(careful: boolean) {
  const world = createWorld();
  const store = memoryStore();
  const recorder = new HistoryRecorder({ clock: world.process("observer").clock });
  const work = async (name: string, record: ProcessRecorder): Promise<void> => {
    const { clock } = world.process(name);
    for (let count = 1; count <= 5; count++) {
      await record.record({ kind: "increment", key: "visits", by: 1 }, async () => ({
        value: await addOne(store, () => clock.sleep(10), careful),
      }));
    }
  };
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const working = names.map((name) => work(name, recorder.process(name)));
  await world.advance(60_000);
  await Promise.all(working);
  return recorder.history;
}

test("with a compare-and-set no update is lost", async () => {
  expect(checkHistory(await historyOf(true))).toMatchObject({ outcome: "clean", operations: 40 });
});

test("without one an update is lost, and a picture shows by whom", async () => {
  const history = await historyOf(false);
  const { violations } = checkHistory(history);
  expect(violations).toMatchObject([{ kind: "lost-update", key: "visits" }]);
  for (const violation of violations) {
    expect(violation.because).toContain('both replaced 0 in "visits"');
    expect(renderHistory(history, violation)).toContain("<title>Lost update: visits</title>"); // write it to a file
  }
});
