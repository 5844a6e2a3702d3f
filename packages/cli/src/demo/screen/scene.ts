/** What the stage looks like after each event. A pure fold, which drawing and words look at. */
import { type DemoEvent, type WorkerName, workerNames } from "../crew/event.ts";

export type PartState = "absent" | "ready" | "waiting" | "holding" | "frozen" | "woken" | "gone";

/** One worker, as far as the events have told. */
export interface Part {
  readonly state: PartState;
  /** The last that it was granted; `undefined` if it never was. */
  readonly token: number | undefined;
  /** How many entries it wrote under that token, and when the last one. */
  readonly count: number;
  readonly lastEntryMs: number;
  /** When it was stopped. */
  readonly stoppedMs: number;
}

export type Scene = Readonly<Record<WorkerName, Part>>;

const offStage: Part = { state: "absent", token: undefined, count: 0, lastEntryMs: 0, stoppedMs: 0 };

export const emptyScene: Scene = { A: offStage, B: offStage, C: offStage };

export function sceneAfter(scene: Scene, event: DemoEvent): Scene {
  return { ...scene, [event.worker]: { ...scene[event.worker], ...changeOf(event) } };
}

/** The worker that was granted the lease last, dead or alive. */
export function lastGranted(scene: Scene): WorkerName | undefined {
  return workerNames
    .filter((name) => scene[name].token !== undefined)
    .sort((one, other) => (scene[other].token ?? 0) - (scene[one].token ?? 0))[0];
}

/** Those who wait for the lease. */
export function waiting(scene: Scene): readonly WorkerName[] {
  return workerNames.filter((name) => scene[name].state === "waiting");
}

function changeOf(event: DemoEvent): Partial<Part> {
  switch (event.type) {
    case "started":
      return { state: "ready" };
    case "called":
      return { state: "waiting" };
    case "granted":
      return { state: "holding", token: event.token, count: 0, lastEntryMs: event.atMs };
    case "wrote":
      return { count: event.count, lastEntryMs: event.atMs };
    case "stopped":
      return { state: "frozen", stoppedMs: event.atMs };
    case "continued":
      return { state: "woken" };
    case "killed":
    case "lost":
    case "released":
    case "exited":
      return { state: "gone" };
    case "late-write":
    case "dismissed":
    case "failed":
      return {};
  }
}
