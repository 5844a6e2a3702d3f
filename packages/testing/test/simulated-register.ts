/**
 * A history of processes that really run at once, in virtual time, on a store in memory: requests take their time there
 * and back, some answers are lost, and some requests land after their process has given up.
 */
import { memoryStore, type PutCondition, type PutResult } from "@fencepost/core";
import type { History, RegisterValue } from "../src/history/operation.ts";
import { HistoryRecorder, type ProcessRecorder } from "../src/history/recorder.ts";
import { ProcessClock } from "../src/world/process-clock.ts";
import { seededRandom } from "../src/world/seeded-random.ts";
import { Timeline } from "../src/world/timeline.ts";

const key = "register";
const longestWayMs = 20;
const patienceMs = 200;

export interface SimulatedRegister {
  readonly seed: number;
  readonly processes: number;
  readonly operations: number;
  /** Share of the writes whose answer never comes. */
  readonly lostAnswers: number;
  /** Makes the value that replaces one: unique, or a count. */
  readonly next: (value: RegisterValue, id: string) => RegisterValue;
}

export async function simulatedRegister(options: SimulatedRegister): Promise<History> {
  const timeline = new Timeline();
  const clock = new ProcessClock(timeline, {});
  const random = seededRandom(options.seed);
  const store = memoryStore({ clock });
  const recorder = new HistoryRecorder({ clock });
  let left = options.operations;
  const way = (): Promise<void> => clock.sleep(1 + random.unit() * longestWayMs);

  const read = async () => {
    await way();
    const found = await store.get(key, {});
    await way();
    const value =
      found.kind === "found" ? (JSON.parse(new TextDecoder().decode(found.body)) as RegisterValue) : null;
    return {
      value,
      condition: found.kind === "found" ? ({ matches: found.version } as const) : ("absent" as const),
    };
  };
  const put = async (value: RegisterValue, condition: PutCondition): Promise<PutResult> => {
    const lost = random.unit() < options.lostAnswers;
    const late = lost && random.unit() < 0.3;
    const landing = way()
      .then(() => clock.sleep(late ? random.unit() * 4 * patienceMs : 0))
      .then(() => store.put(key, new TextEncoder().encode(JSON.stringify(value)), condition, {}));
    if (lost) {
      await clock.sleep(patienceMs);
      return { kind: "unknown", cause: "no answer" };
    }
    const result = await landing;
    await way();
    return result;
  };
  const play = async (process: ProcessRecorder): Promise<void> => {
    while (left > 0) {
      left -= 1;
      let condition: PutCondition = "absent";
      const seen = await process.record({ kind: "read", key }, async () => {
        const found = await read();
        condition = found.condition;
        return { value: found.value };
      });
      if (seen === "unknown" || left <= 0) return;
      left -= 1;
      const value = options.next(seen.value, random.id());
      await process.record({ kind: "cas", key, expected: seen.value, value }, async () => {
        const { kind } = await put(value, condition);
        return kind === "unknown" ? kind : { applied: kind === "written" };
      });
      await clock.sleep(random.unit() * longestWayMs);
    }
  };
  const playing = Array.from({ length: options.processes }, (_, index) =>
    play(recorder.process(`p${index + 1}`)),
  );
  // The longest that they can take, one after the other.
  await timeline.advance(options.operations * 2 * patienceMs);
  await Promise.all(playing);
  return recorder.history;
}
