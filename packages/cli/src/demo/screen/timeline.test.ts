import { stripVTControlCharacters } from "node:util";
import picocolors from "picocolors";
import { expect, test } from "vitest";
import type { DemoEvent } from "../crew/event.ts";
import { paintFor } from "./paint.ts";
import { emptyScene, type Scene, sceneAfter } from "./scene.ts";
import { type Canvas, heading, linesFor, liveLine } from "./timeline.ts";

const canvas: Canvas = { paint: paintFor(picocolors.createColors(false)), width: 80, startMs: 10_000 };
const setting = { ttlMs: 3_000 };
/** As long as tokens of S3 and GCS are. */
const token = 1_790_000_000_000;

const wrote = (worker: "A" | "B" | "C", of: number, atMs: number): DemoEvent[] =>
  Array.from({ length: 7 }, (_, index) => ({
    type: "wrote",
    worker,
    token: of,
    count: index + 1,
    atMs: atMs + index,
  }));

const play: readonly DemoEvent[] = [
  { type: "started", worker: "A", pid: 101, atMs: 10_200 },
  { type: "started", worker: "B", pid: 102, atMs: 10_210 },
  { type: "started", worker: "C", pid: 103, atMs: 10_220 },
  { type: "called", worker: "A", atMs: 10_230 },
  { type: "called", worker: "B", atMs: 10_230 },
  { type: "called", worker: "C", atMs: 10_230 },
  { type: "granted", worker: "B", token, atMs: 10_300 },
  ...wrote("B", token, 10_300),
  { type: "killed", worker: "B", atMs: 11_500 },
  { type: "exited", worker: "B", code: null, signal: "SIGKILL", atMs: 11_501 },
  { type: "granted", worker: "A", token: token + 1, atMs: 15_200 },
  ...wrote("A", token + 1, 15_200),
  { type: "stopped", worker: "A", atMs: 16_400 },
  { type: "granted", worker: "C", token: token + 2, atMs: 20_100 },
  ...wrote("C", token + 2, 20_100),
  { type: "continued", worker: "A", atMs: 21_300 },
  { type: "lost", worker: "A", token: token + 1, reason: "frozen", atMs: 21_310 },
  { type: "late-write", worker: "A", token: token + 1, answer: "refused", atMs: 21_311 },
  { type: "released", worker: "A", token: token + 1, outcome: "lapsed", atMs: 21_311 },
  { type: "exited", worker: "A", code: 0, signal: null, atMs: 21_320 },
  { type: "dismissed", worker: "C", atMs: 22_900 },
  { type: "released", worker: "C", token: token + 2, outcome: "released", atMs: 23_000 },
];

/** The lines of the last of these events, after all the others. */
function lastLines(events: readonly DemoEvent[], on: Canvas = canvas): readonly string[] {
  const last = events.at(-1) as DemoEvent;
  return linesFor(last, sceneAtEnd(events.slice(0, -1)), setting, on);
}

function sceneAtEnd(events: readonly DemoEvent[]): Scene {
  return events.reduce(sceneAfter, emptyScene);
}

function until(type: DemoEvent["type"], worker: string): readonly DemoEvent[] {
  return play.slice(0, play.findIndex((event) => event.type === type && event.worker === worker) + 1);
}

/** Every line of the play. */
function allLines(on: Canvas): readonly string[] {
  return play.flatMap((_, index) => lastLines(play.slice(0, index + 1), on));
}

test("the first line of an event has its time since the start, a lane for each worker, and what happened", () => {
  expect(heading(canvas)).toBe("    time   A B C");
  expect(lastLines(until("started", "B"))[0]).toBe("   0.2 s   · ·     B starts as process 102");
  expect(lastLines(until("granted", "B"))[0]).toBe(
    `   0.3 s   · ┏ ·   B holds the lease with token ${token}`,
  );
  expect(lastLines(until("killed", "B"))[0]).toBe("   1.5 s   · ✗ ·   B is killed: kill -9, after 7 entries");
  expect(lastLines(until("granted", "A"))[0]).toBe(
    `   5.2 s   ┏   ·   A holds the lease with token ${token + 1}`,
  );
  expect(lastLines(until("stopped", "A"))[0]).toBe(
    "   6.4 s   ‖   ·   A is frozen: SIGSTOP, after 7 entries",
  );
  expect(lastLines(until("continued", "A"))[0]).toBe("  11.3 s   ▸   ┃   A is woken: SIGCONT, 4.9 s later");
  expect(lastLines(until("lost", "A"))[0]).toBe("  11.3 s   ✗   ┃   A learns that it lost the lease: frozen");
  expect(lastLines(until("late-write", "A")).join(" ").replaceAll(/\s+/g, " ")).toContain(
    "A writes to the page all the same",
  );
  expect(lastLines(until("released", "C"))[0]).toBe(
    "  13.0 s       ✓   C is done after 7 entries and releases: released",
  );
});

test("below it stands why, with the lanes going on as they are from then on", () => {
  const [, ...below] = lastLines(until("killed", "B"));
  expect(below.length).toBeGreaterThan(0);
  expect(below.every((line) => line.startsWith("           ·   ·   "))).toBe(true);
  expect(below.join(" ").replaceAll(/[\s·]+/g, " ")).toContain("So A and C wait until the ttl has passed");
});

test("a take-over says for how long the old holder was silent, and whether it still lives", () => {
  const why = (worker: string): string => lastLines(until("granted", worker)).slice(1).join(" ");
  expect(why("A")).toContain("B has been silent for 4.9 s");
  expect(why("A")).not.toContain("lives");
  expect(why("C")).toMatch(/A has been silent for 4\.9 s.*\n?.*A lives/);
});

test("entries, orders and the release of a lost lease make no line of their own", () => {
  for (const events of [
    until("wrote", "B"),
    until("called", "C"),
    until("exited", "A"),
    until("released", "A"),
  ]) {
    expect(lastLines(events)).toEqual([]);
  }
});

test("no line is wider than the screen, whatever the token", () => {
  const lines = allLines(canvas);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(allLines({ ...canvas, width: 100 }).length).toBeLessThan(lines.length);
});

test("colours change nothing but colours", () => {
  const coloured = allLines({ ...canvas, paint: paintFor(picocolors.createColors(true)) });
  expect(coloured.map(stripVTControlCharacters)).toEqual(allLines(canvas));
  expect(coloured.join("")).toContain("\u001b[35mB\u001b[39m is killed");
  expect(allLines(canvas).join("")).not.toContain("\u001b");
});

test("between two events the live line says who works, or who waits for whom", () => {
  const live = (events: readonly DemoEvent[], nowMs: number, on: Canvas = canvas): string =>
    liveLine(nowMs, sceneAtEnd(events), on);
  expect(live([], 10_100)).toBe("   0.1 s           ");
  expect(live(until("called", "C"), 10_250)).toBe("   0.3 s   · · ·   A and B and C wait for the lease …");
  expect(live(until("wrote", "B"), 10_350)).toBe("   0.3 s   · ┃ ·   B writes entry 2 …");
  expect(live(until("exited", "B"), 12_000)).toBe(
    "   2.0 s   ·   ·   A and C wait for the lease of B to run out …",
  );
  expect(live(until("stopped", "A"), 17_000)).toBe(
    "   7.0 s   ╎   ·   C waits for the lease of A to run out …",
  );
  expect(live(play, 24_000)).toBe("  14.0 s           ");
  expect(live(until("exited", "B"), 12_000, { ...canvas, width: 30 })).toHaveLength(30);
});
