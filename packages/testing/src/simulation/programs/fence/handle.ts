/** A document that a simulated process has claimed: what it does with it, and whether what it is told is true. */
import { type CallOptions, type FencedDocument, isCoordinationError, type Lease } from "@fencepost/core";
import type { Journal } from "../../engine/journal.ts";
import type { Participant } from "../../engine/program.ts";
import { checked } from "../timed-call.ts";
import type { DocumentBook } from "./document-book.ts";
import type { Content } from "./marked-write.ts";

interface HandleParts {
  readonly name: string;
  readonly self: Participant;
  readonly journal: Journal;
  readonly document: DocumentBook;
  readonly lease: Lease;
  readonly fenced: FencedDocument<Content>;
  /** How many states the document had had when it was claimed. */
  readonly since: number;
}

type Work = (call: string, options: CallOptions) => Promise<void>;

/** They say that the fence was taken away, or that an older state stands there. */
const broken = ["bad-record", "unsupported-store"] as const;
const passing = [
  ...["fenced", "lease-lost", "conflict", "unavailable", "unknown-outcome"],
  ...broken,
] as const;

export class Handle {
  readonly #parts: HandleParts;
  /** Calls of which one made what this holder saw last, `null` for no value; `undefined`: it has not looked. */
  #seen: readonly (string | null)[] | undefined;
  /** No state before this one can be a conflict. */
  #since: number;
  #isRefused = false;
  #calls = 0;

  constructor(parts: HandleParts) {
    this.#parts = parts;
    this.#since = parts.since;
  }

  async step(): Promise<void> {
    const drawn = this.#parts.self.random.unit();
    if (drawn < 0.2) await this.#call(this.#read);
    else if (drawn < 0.5) await this.#call(this.#write(() => this.#seen));
    else if (drawn < 0.6) await this.#writeTwo();
    else if (drawn < 0.9) await this.#call(this.#update);
    else await this.#call(this.#delete);
  }

  readonly #read: Work = async (_, options) => {
    const { document, fenced, self } = this.#parts;
    const least = document.shownLeast;
    const since = document.length;
    const { value } = await fenced.read(options);
    document.shown(self.name, value?.call ?? null, least);
    this.#seen = [value?.call ?? null];
    this.#since = since;
  };

  #write(onto: () => Content["onto"]): Work {
    return async (call, options) => {
      const { version } = await this.#parts.fenced.write({ call, onto: onto() }, options);
      this.#wrote(call, version === undefined);
    };
  }

  /** The second is made on what the first leaves. */
  async #writeTwo(): Promise<void> {
    const first = `${this.#parts.name}.${this.#calls + 1}`;
    const seen = this.#seen;
    await Promise.all([
      this.#call(this.#write(() => seen)),
      this.#call(
        this.#write(() => seen && [first, ...seen]),
        2,
      ),
    ]);
  }

  readonly #update: Work = async (call, options) => {
    const { fenced, self } = this.#parts;
    // Whatever becomes of it, this holder may have seen more than it was shown.
    this.#seen = undefined;
    const { version } = await fenced.update(async (current) => {
      if (self.random.unit() < 0.2) await self.clock.sleep(self.random.unit() * 300);
      return { call, onto: [current?.call ?? null] };
    }, options);
    this.#wrote(call, version === undefined);
  };

  readonly #delete: Work = async (_, options) => {
    await this.#parts.fenced.delete(options);
    this.#seen = [null];
    this.#since = Math.min(this.#since, this.#parts.document.length);
  };

  #wrote(call: string, isReplaced: boolean): void {
    const { document, self, lease } = this.#parts;
    document.acknowledged(self.name, call);
    this.#seen = [call];
    this.#since = (document.indexOf(call) ?? 0) + 1;
    if (isReplaced && document.isOutrun(call, lease.token)) this.#isRefused = true;
  }

  async #call(work: Work, calls = 1): Promise<void> {
    const { self, journal, lease, name } = this.#parts;
    this.#calls += 1;
    const call = `${name}.${this.#calls}`;
    const isRefused = this.#isRefused;
    const isLost = lease.signal.aborted;
    const sinceMs = self.clock.monotonicMs();
    const error = await checked({ self, journal, call, passing, calls }, (options) => work(call, options));
    const atOnce = self.clock.monotonicMs() === sinceMs;
    if (isRefused && !(isCoordinationError(error, "fenced") && atOnce)) {
      journal.violate(self.name, `${call}: a handle that was fenced off has asked again`);
    }
    // A write of which nobody can tell may have shown it a newer token.
    const isTold = isCoordinationError(error, "lease-lost") || isCoordinationError(error, "fenced");
    if (isLost && !(isTold && atOnce)) {
      journal.violate(self.name, `${call}: asked although the lease was lost`);
    }
    this.#judge(call, error);
  }

  #judge(call: string, error: unknown): void {
    const { self, journal, document } = this.#parts;
    const violate = (what: string): void => journal.violate(self.name, `${call}: ${what}`);
    if (error === undefined) return;
    if (isCoordinationError(error, "unknown-outcome")) journal.count("unknownOutcomes");
    else if (error === "enough") this.#seen = undefined;
    else if (!broken.some((code) => isCoordinationError(error, code))) document.wroteNothing(self.name, call);
    else if (document.removals === 0) violate("the fence was said to be broken, and nobody had touched it");
    if (isCoordinationError(error, "fenced")) this.#fencedOff(error.newerToken, violate);
    if (isCoordinationError(error, "conflict")) {
      journal.count("conflicts");
      if (document.length <= this.#since) violate("a conflict, it was said, and nobody else had written");
    }
  }

  #fencedOff(newerToken: number | undefined, violate: (what: string) => void): void {
    const { journal, document, lease } = this.#parts;
    if (!this.#isRefused) journal.count("fencedWrites");
    this.#isRefused = true;
    if (document.hasSeen(newerToken) && (newerToken ?? 0) > lease.token) return;
    violate(`fenced off by token ${newerToken}, which had not stood there or is not newer`);
  }
}
