import { createCoordinator, isCoordinationError, memoryStore, type Store } from "@fencepost/core";
import { createWorld, seededRandom } from "@fencepost/testing";
import { expect, test } from "vitest";
import { increment, schema } from "../../../test/counting.ts";

const versions = ["unique", "content-hash"] as const;

test.each(versions)("8 processes that count to 25 each end on exactly 200 (%s versions)", async (kind) => {
  const world = createWorld({ versions: kind });
  let most = 0;
  const counting = Array.from({ length: 8 }, async (_, at) => {
    const document = world.process(`p${at}`).coordinator.document("d", { schema });
    for (let count = 0; count < 25; count++) most = Math.max(most, (await document.update(increment)).rounds);
  });
  await world.advance(600_000);
  await Promise.all(counting);
  const found = await world.store.get("d", {});
  expect(found.kind === "found" && new TextDecoder().decode(found.body)).toBe('{"n":200}');
  expect(most).toBeGreaterThan(1);
});

/** One answer in ten is lost, after the write has landed or before. */
function losing(store: Store, seed: number): Store {
  const random = seededRandom(seed);
  return {
    ...store,
    async put(...args) {
      const chance = random.unit();
      if (chance < 0.05) return { kind: "unknown", cause: new Error("lost on its way") };
      const result = await store.put(...args);
      return chance < 0.15 ? { kind: "unknown", cause: new Error("the answer is lost") } : result;
    },
  };
}

test.each(versions)(
  "with answers that are lost, whatever is acknowledged is there, and what is unknown is said (%s versions)",
  async (kind) => {
    const world = createWorld({ versions: kind });
    const store = memoryStore({ versions: kind });
    let [acknowledged, unknown] = [0, 0];
    const counting = Array.from({ length: 8 }, async (_, at) => {
      const { clock } = world.process(`p${at}`);
      const coordinator = createCoordinator(losing(store, 40 + at), { clock, random: seededRandom(at + 1) });
      const document = coordinator.document("d", { schema });
      for (let count = 0; count < 50; count++) {
        try {
          await document.update(increment);
          acknowledged += 1;
        } catch (error) {
          if (!isCoordinationError(error, "unknown-outcome")) throw error;
          unknown += 1;
        }
      }
    });
    await world.advance(3_600_000);
    await Promise.all(counting);
    const found = await store.get("d", {});
    const { n } = JSON.parse(found.kind === "found" ? new TextDecoder().decode(found.body) : "{}") as {
      n: number;
    };
    expect(acknowledged + unknown).toBe(400);
    expect(n).toBeGreaterThanOrEqual(acknowledged);
    expect(n).toBeLessThanOrEqual(acknowledged + unknown);
    expect(unknown).toBeLessThan(40);
  },
);
