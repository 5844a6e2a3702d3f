/** What is simulated: the one part of a run that whoever builds on leases writes. The engine knows no program. */
import type { Clock, CoordinationEvent, Coordinator, Random } from "@fencepost/core";
import type { Journal } from "./journal.ts";
import type { Habits } from "./plan/habits.ts";
import type { Plan } from "./plan/plan.ts";

/** What the processes of a run do, and what must hold whatever goes wrong. */
export interface Program {
  readonly name: string;
  /** The command that runs one seed of it again. The report of a failure ends with it. */
  readonly replay: (seed: number) => string;
  /** Milliseconds that one request of its coordinators may take. @default the coordinator's own */
  readonly requestTimeoutMs?: number | undefined;
  /** Called once a run, so that no run knows of another. */
  readonly begin: (run: Run) => Play;
}

/** One run of a program: what it does, what it watches, and what it demands. All but `process` may be left out. */
export interface Play {
  /** What one process does, from its start until `isOver()`. A crash ends it at any await. A rejection is a violation. */
  readonly process: (participant: Participant) => Promise<void>;
  /** The store has taken a write: the truth, whatever its sender hears of it. */
  readonly onLanded?: (write: SimulatedWrite) => void;
  /** The store has removed an object because a process asked it to. */
  readonly onRemoved?: (removal: SimulatedRemoval) => void;
  /** A store that rolls back has lost a write that it had taken. */
  readonly onForgotten?: (write: SimulatedWrite) => void;
  /** What a coordinator reports. */
  readonly onEvent?: (who: string, event: CoordinationEvent) => void;
  /** What goes wrong besides pauses, crashes and clocks: operators, lifecycle rules. One is called by chance now and then. */
  readonly disturbances?: readonly (() => void)[];
  /** Liveness: when nothing goes wrong any more, this must be possible within 20 s. A rejection is a violation. */
  readonly recover?: (participant: Participant) => Promise<void>;
  /** The run is over: for what can be judged only then. */
  readonly finish?: () => void;
}

/** What a program sees of its run from outside of the processes. */
export interface Run {
  readonly plan: Plan;
  /** Where violations are noted. */
  readonly journal: Journal;
  /** For what the program itself leaves to chance. Any other randomness would make a run unrepeatable. */
  readonly random: Random;
  /** Milliseconds of true time since the beginning. */
  readonly nowMs: () => number;
  /** One more process, with clocks that are right, that nothing happens to: an operator. */
  readonly join: (name: string) => Participant;
  /** Takes an object away from the store behind everybody's back. Resolves to whether there was one. */
  readonly remove: (key: string) => Promise<boolean>;
  /** Puts a copy of what was written once in the place of what stands there now, behind everybody's back. */
  readonly putBack: (write: SimulatedWrite) => Promise<void>;
}

/** One process, as its program sees it. Time and chance come from here and from nowhere else. */
export interface Participant {
  readonly name: string;
  readonly coordinator: Coordinator;
  readonly clock: Clock;
  readonly random: Random;
  readonly habits: Habits;
  /** Nothing new is begun once it is true. */
  readonly isOver: () => boolean;
  /** For how long it has stood still altogether, on its monotonic clock. */
  readonly pausedMs: () => number;
  /** How often it has stood still. */
  readonly pauses: () => number;
}

/** One request to write. */
export interface SimulatedWrite {
  readonly who: string;
  readonly key: string;
  readonly body: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
}

/** One request to remove an object. */
export interface SimulatedRemoval {
  readonly who: string;
  readonly key: string;
}
