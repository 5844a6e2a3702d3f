/**
 * Signals that reach us. Before the command runs, one that asks to end ends the waiting; from then on all are the
 * command's, which decides; a second one that asks to end is for us: everything ends at once.
 */
import { constants } from "node:os";

/** A signal asked us to end before the command was started. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`);
    this.signal = signal;
  }
}

/** Where signals go while a command runs. */
export interface Recipient {
  pass(signal: NodeJS.Signals): void;
  /** We are about to be stopped, as by Ctrl-Z. */
  suspend(): void;
  /** We were stopped, and go on. */
  resume(): void;
  /** A second signal that asks to end: there will be no third chance. */
  endAtOnce(signal: NodeJS.Signals): void;
}

const askToEnd: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
const others: readonly NodeJS.Signals[] = ["SIGUSR1", "SIGUSR2", "SIGWINCH"];

/** npm passes on what the terminal has sent to us already (https://github.com/npm/cli/issues/8164): one press, not two. */
const samePressMs = 500;

export class Signals {
  readonly #asked = new AbortController();
  readonly #idle: Recipient;
  #recipient: Recipient;
  #askedAtMs: number | undefined;

  /** @param exit ends this process at once */
  constructor(exit: (signal: NodeJS.Signals) => void) {
    this.#idle = {
      pass: (signal) => {
        if (askToEnd.includes(signal)) this.#asked.abort(new Interrupted(signal));
      },
      suspend: () => {},
      resume: () => {},
      endAtOnce: exit,
    };
    this.#recipient = this.#idle;
    for (const signal of askToEnd) this.#on(signal, () => this.#ask(signal));
    for (const signal of others) this.#on(signal, () => this.#recipient.pass(signal));
    this.#on("SIGTSTP", () => {
      this.#recipient.suspend();
      process.kill(process.pid, "SIGSTOP");
    });
    this.#on("SIGCONT", () => this.#recipient.resume());
  }

  /** Aborts with {@link Interrupted} when we are asked to end while nobody else takes the signals. */
  get asked(): AbortSignal {
    return this.#asked.signal;
  }

  /** From now on they are the recipient's; `undefined`: ours again. */
  passTo(recipient: Recipient | undefined): void {
    this.#recipient = recipient ?? this.#idle;
  }

  #ask(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    if (this.#askedAtMs === undefined) {
      this.#askedAtMs = nowMs;
      this.#recipient.pass(signal);
    } else if (nowMs - this.#askedAtMs > samePressMs) {
      this.#recipient.endAtOnce(signal);
    }
  }

  /** Not every system has every signal. */
  #on(signal: NodeJS.Signals, listener: () => void): void {
    if (signal in constants.signals) process.on(signal, listener);
  }
}
