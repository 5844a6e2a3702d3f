import { expect, test, vi } from "vitest";
import type { DemoEvent, WorkerName } from "./crew/event.ts";
import { EventLog } from "./crew/event-log.ts";
import { type Cast, direct } from "./director.ts";

/** What happens when something is done to a worker: `deed worker` to the events that follow. */
type Script = Readonly<Record<string, readonly DemoEvent[]>>;

const atMs = 0;
const wrote = (worker: WorkerName, token: number, from = 1): DemoEvent[] =>
  Array.from({ length: 7 }, (_, index) => ({ type: "wrote", worker, token, count: from + index, atMs }));
const grant = (worker: WorkerName, token: number): DemoEvent[] => [
  { type: "granted", worker, token, atMs },
  ...wrote(worker, token),
];
const exit = (worker: WorkerName): DemoEvent => ({ type: "exited", worker, code: 0, signal: null, atMs });

const asItShouldBe: Script = {
  start: (["A", "B", "C"] as const).map((worker) => ({ type: "started", worker, pid: 1, atMs })),
  call: grant("B", 1),
  "kill B": [exit("B"), ...grant("A", 2)],
  "stop A": grant("C", 3),
  "continue A": [
    { type: "lost", worker: "A", token: 2, reason: "frozen", atMs },
    { type: "late-write", worker: "A", token: 2, answer: "refused", atMs },
    exit("A"),
    ...wrote("C", 3, 8),
  ],
  "dismiss C": [{ type: "released", worker: "C", token: 3, outcome: "released", atMs }, exit("C")],
};

/** Plays the script, and gives back what was done to whom. */
async function played(script: Script): Promise<readonly string[]> {
  const log = new EventLog(() => {});
  const deeds: string[] = [];
  const react = (deed: string): void => {
    deeds.push(deed);
    for (const event of script[deed] ?? []) log.tell(event);
  };
  const cast: Cast = {
    call: () => react("call"),
    kill: (worker) => react(`kill ${worker}`),
    stop: (worker) => react(`stop ${worker}`),
    continue: (worker) => react(`continue ${worker}`),
    dismiss: (worker) => react(`dismiss ${worker}`),
  };
  react("start");
  await direct(cast, log);
  return deeds;
}

test("the first holder is killed, the second is frozen until the third works, and the third finishes", async () => {
  expect(await played(asItShouldBe)).toEqual([
    "start",
    "call",
    "kill B",
    "stop A",
    "continue A",
    "dismiss C",
  ]);
});

test("a loss for another reason than the pause is not what the play is about", async () => {
  const expired: DemoEvent = { type: "lost", worker: "A", token: 2, reason: "expired", atMs };
  await expect(played({ ...asItShouldBe, "continue A": [expired] })).rejects.toThrow(
    'A should learn that it lost its lease because it was frozen; its reason is "expired"',
  );
});

test("a woken holder that does not even try to write shows nothing of the fence", async () => {
  vi.useFakeTimers();
  try {
    const silent =
      asItShouldBe["continue A"]?.filter(({ type }) => type === "lost" || type === "exited") ?? [];
    const ended = expect(played({ ...asItShouldBe, "continue A": silent })).rejects.toThrow(
      "A should try to write all the same",
    );
    await vi.advanceTimersByTimeAsync(10_000);
    await ended;
  } finally {
    vi.useRealTimers();
  }
});

test("a release that is not confirmed is no good end", async () => {
  const lapsed: DemoEvent = { type: "released", worker: "C", token: 3, outcome: "lapsed", atMs };
  await expect(played({ ...asItShouldBe, "dismiss C": [lapsed] })).rejects.toThrow(
    'C should release its lease; the release was answered "lapsed"',
  );
});
