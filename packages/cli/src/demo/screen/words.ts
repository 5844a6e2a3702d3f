/** What is seen, in plain words: for each event a headline, and why it is so. Pure. */
import type { DemoEvent, EventOf } from "../crew/event.ts";
import { lastGranted, type Scene, waiting } from "./scene.ts";

export interface Words {
  readonly headline: string;
  readonly why: string;
}

export interface Setting {
  readonly ttlMs: number;
}

/** `undefined`: not worth a line. `scene` is the one before the event. */
export function wordsFor(event: DemoEvent, scene: Scene, setting: Setting): Words | undefined {
  const { worker } = event;
  const part = scene[worker];
  switch (event.type) {
    case "started":
      return { headline: `${worker} starts as process ${event.pid}`, why: "" };
    case "granted":
      return granted(event, scene, setting);
    case "killed":
      return {
        headline: `${worker} is killed: kill -9, after ${part.count} entries`,
        why:
          `The store still names it as the holder, and nobody can tell a dead holder from a slow one. So ` +
          `${waiting(scene).join(" and ")} wait until the ttl has passed since its last renewal.`,
      };
    case "stopped":
      return {
        headline: `${worker} is frozen: SIGSTOP, after ${part.count} entries`,
        why:
          "It lives, but renews no more, and does not notice that time goes by: as in a long pause of a garbage " +
          "collector or of a virtual machine.",
      };
    case "continued":
      return {
        headline: `${worker} is woken: SIGCONT, ${seconds(event.atMs - part.stoppedMs)} s later`,
        why: `As far as it knows no time has passed, and entry ${part.count + 1} is due.`,
      };
    case "lost":
      return {
        headline: `${worker} learns that it lost the lease: ${event.reason}`,
        why: lossReason(event),
      };
    case "late-write":
      return lateWrite(event);
    case "released":
      return event.outcome === "lapsed" ? undefined : released(event, part.count);
    case "called":
    case "wrote":
    case "dismissed":
    case "exited":
    case "failed":
      return undefined;
  }
}

function granted(event: EventOf<"granted">, scene: Scene, { ttlMs }: Setting): Words {
  const headline = `${event.worker} holds the lease with token ${event.token}`;
  const before = lastGranted(scene);
  if (!before) {
    return {
      headline,
      why: "All three ask the store for the same record at once, and it accepts one write only. The others wait.",
    };
  }
  const { lastEntryMs, state } = scene[before];
  const silentFor = `${before} has been silent for ${seconds(event.atMs - lastEntryMs)} s`;
  return {
    headline,
    why:
      state === "frozen"
        ? `${silentFor}, and so its lease could be taken. But ${before} lives, and still believes that it is the holder.`
        : `${silentFor}: the ttl of ${ttlMs / 1000} s since its last renewal has passed, and a margin for clocks. ` +
          "The larger token tells this grant from the old one.",
  };
}

function lossReason({ worker, reason }: EventOf<"lost">): string {
  if (reason !== "frozen") return `The reason should be frozen: ${worker} stood still for too long.`;
  return (
    "It looks at its lease before each entry, and the lease looks at the clock: its last renewal is too old to be " +
    `trusted. Its signal aborts, and ${worker} stops without another entry.`
  );
}

function lateWrite({ worker, answer }: EventOf<"late-write">): Words {
  return {
    headline: `${worker} writes to the page all the same: ${answer}`,
    why:
      answer === "refused"
        ? "As a program would that looks at nothing. But the page is fenced: a write names the version that it replaces, and the new holder's claim has replaced that. " +
          "The store itself says no, whatever the writer believes."
        : "The store should have refused it.",
  };
}

function released({ worker, outcome }: EventOf<"released">, count: number): Words {
  return {
    headline: `${worker} is done after ${count} entries and releases: ${outcome}`,
    why:
      outcome === "released"
        ? "The store confirms that it was the holder to the end. Whoever comes next need not wait."
        : "The store did not answer. Whoever comes next waits for the ttl.",
  };
}

/** With one decimal. */
export function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
