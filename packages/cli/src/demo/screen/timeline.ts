/**
 * The timeline: one event becomes a few lines, with a lane for each worker on the left in which one can see who holds
 * the lease. Pure.
 */
import { type DemoEvent, type WorkerName, workerNames } from "../crew/event.ts";
import { type Paint, withNames, wrap } from "./paint.ts";
import { lastGranted, type PartState, type Scene, sceneAfter, waiting } from "./scene.ts";
import { type Setting, seconds, wordsFor } from "./words.ts";

export interface Canvas {
  readonly paint: Paint;
  /** In columns. */
  readonly width: number;
  /** Time 0 of the timeline. */
  readonly startMs: number;
}

const timeColumns = 8;
const gap = "   ";

/** How a lane goes on in each state. */
const laneGlyphs: Readonly<Record<PartState, string>> = {
  absent: " ",
  ready: "·",
  waiting: "·",
  holding: "┃",
  frozen: "╎",
  woken: "╎",
  gone: " ",
};

/** How a lane shows what happens in it. */
const eventGlyphs: Partial<Record<DemoEvent["type"], string>> = {
  granted: "┏",
  killed: "✗",
  stopped: "‖",
  continued: "▸",
  lost: "✗",
  "late-write": "✗",
  released: "✓",
};

/** Above the first line. */
export function heading(canvas: Canvas): string {
  const names = workerNames.map((name) => canvas.paint.worker[name](name)).join(" ");
  return `${canvas.paint.faint("time".padStart(timeColumns))}${gap}${names}`;
}

/** `scene` is the one before the event. No lines: the event is not worth any. */
export function linesFor(
  event: DemoEvent,
  scene: Scene,
  setting: Setting,
  canvas: Canvas,
): readonly string[] {
  const words = wordsFor(event, scene, setting);
  if (!words) return [];
  const { paint, width } = canvas;
  const after = sceneAfter(scene, event);
  const head = margin(event.atMs, lanes(after, paint, event), canvas);
  const below = margin(undefined, lanes(after, paint), canvas);
  return [
    `${head.text}${paint.strong(withNames(words.headline, paint))}`,
    ...wrap(words.why, width - below.columns).map((line) => `${below.text}${paint.faint(line)}`),
  ];
}

/** The line that shows, on a terminal, that something goes on between two events. */
export function liveLine(nowMs: number, scene: Scene, canvas: Canvas): string {
  const { text, columns } = margin(nowMs, lanes(scene, canvas.paint), canvas);
  return `${text}${canvas.paint.faint(whatGoesOn(scene).slice(0, Math.max(canvas.width - columns, 0)))}`;
}

function whatGoesOn(scene: Scene): string {
  const holder = workerNames.find((name) => scene[name].state === "holding");
  if (holder) return `${holder} writes entry ${scene[holder].count + 1} …`;
  const names = waiting(scene);
  if (names.length === 0) return "";
  const last = lastGranted(scene);
  const lease = last ? `the lease of ${last} to run out` : "the lease";
  return `${names.join(" and ")} ${names.length === 1 ? "waits" : "wait"} for ${lease} …`;
}

function margin(
  atMs: number | undefined,
  shown: string,
  { startMs, paint }: Canvas,
): { readonly text: string; readonly columns: number } {
  const time = (atMs === undefined ? "" : `${seconds(Math.max(atMs - startMs, 0))} s`).padStart(timeColumns);
  const columns = timeColumns + gap.length + 2 * workerNames.length - 1 + gap.length;
  return { text: `${paint.faint(time)}${gap}${shown}${gap}`, columns };
}

function lanes(scene: Scene, paint: Paint, event?: DemoEvent): string {
  return workerNames.map((name) => paint.worker[name](glyphOf(name, scene, event))).join(" ");
}

function glyphOf(name: WorkerName, scene: Scene, event: DemoEvent | undefined): string {
  const happens = event?.worker === name ? eventGlyphs[event.type] : undefined;
  return happens ?? laneGlyphs[scene[name].state];
}
