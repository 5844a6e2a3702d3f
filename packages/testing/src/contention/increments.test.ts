import { memoryStore, type PutResult, type Store, systemRandom } from "@fencepost/core";
import { expect, test } from "vitest";
import { hastyClock } from "../../test/hasty-clock.ts";
import { addLines, linesOf, tallyOf } from "./increments.ts";
import type { Pace } from "./pace.ts";

const pace: Pace = { clock: hastyClock(), random: systemRandom, signal: new AbortController().signal };
const lines = linesOf(0, 3);

async function counterStore(): Promise<Store> {
  const store = memoryStore();
  await store.put("counter", new Uint8Array(0), "absent", {});
  return store;
}

test("a line whose answer was lost is not added a second time", async () => {
  const store = await counterStore();
  const puts: PutResult[] = [];
  const losing: Store = {
    ...store,
    async put(...request) {
      puts.push(await store.put(...request));
      return puts.length === 2 ? { kind: "unknown", cause: "reset" } : (puts.at(-1) as PutResult);
    },
  };
  await addLines(losing, "counter", lines, pace, 10);
  const found = await store.get("counter", {});
  expect(found.kind === "found" && new TextDecoder().decode(found.body)).toBe(`${lines.join("\n")}\n`);
  expect(puts.map(({ kind }) => kind)).toEqual(["written", "written", "written"]);
});

test("more refusals than others can have caused end in an error", async () => {
  const refusing: Store = { ...(await counterStore()), put: async () => ({ kind: "refused" }) };
  await expect(addLines(refusing, "counter", lines, pace, 5)).rejects.toThrow(
    '5 conditional writes to add "worker 0, increment 1" to counter failed',
  );
});

test("a tally tells lost, doubled and foreign lines from the sum", () => {
  const [one, two] = lines;
  expect(tallyOf(`${one}\n${two}\n`, lines)).toEqual({ counted: 2, distinct: 2, expected: 3 });
  expect(tallyOf(`${one}\n${one}\n${two}\n`, lines)).toEqual({ counted: 3, distinct: 2, expected: 3 });
  expect(tallyOf(`${one}\nanother\n${two}\n`, lines)).toEqual({ counted: 3, distinct: 2, expected: 3 });
});
