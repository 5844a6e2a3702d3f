/** The server that every store's protocol shares: it takes requests, lets the protocol decide, and keeps what follows. */
import { type Clock, systemClock } from "@fencepost/core";
import { type ServerAction, serverKinds } from "../faults/fault-action.ts";
import { FaultDeck, type Heal } from "../faults/fault-deck.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { listenOnLoopback } from "../loopback.ts";
import { exchange } from "./exchange.ts";
import { ObjectState } from "./object-state.ts";
import type { Profile } from "./profile.ts";
import type { Asked, Protocol } from "./protocol.ts";
import { RequestLog } from "./request-log.ts";

/** What every object server takes, whatever its protocol. */
export interface ObjectServerOptions {
  /** The buckets that there are from the start. @default one, called `bucket` */
  readonly buckets?: readonly string[] | undefined;
  /** The server's own clock: what it writes into `Date`, and what a delay of some milliseconds waits on. @default the machine's */
  readonly clock?: Clock | undefined;
  /** Of the faults that strike by chance. @default 1 */
  readonly seed?: number | undefined;
}

/** Their names, for servers that take more than these. */
export const objectServerOptions: Readonly<Record<keyof ObjectServerOptions, true>> = {
  buckets: true,
  clock: true,
  seed: true,
};

/**
 * A running server: point a client at `url`, make it fail, look at `log`, and close it.
 *
 * @typeParam Facts what the profile says of its provider
 */
export interface ObjectServer<Facts = unknown> extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** Whose answers it gives. */
  readonly profile: Profile<Facts>;
  readonly log: RequestLog;
  /**
   * Lets something go wrong from now on, until what it gives back is called.
   *
   * @throws TypeError or RangeError that names what of the rule makes no sense.
   */
  fault(rule: FaultRule<ServerAction>): Heal;
  /** How many changes there were: names the state of this moment for `rollBack`. */
  readonly revision: number;
  /** Brings the objects of an earlier moment back, as a restored backup does. */
  rollBack(revision: number): void;
  /** Cuts what is still open and stops listening. A second call gives the first one's answer. */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and speaks `protocol`, which was made for `profile`. */
export async function startObjectServer<A extends Asked, O, Facts>(
  protocol: Protocol<A, O>,
  profile: Profile<Facts>,
  { buckets = ["bucket"], clock = systemClock, seed }: ObjectServerOptions = {},
): Promise<ObjectServer<Facts>> {
  // A text would be taken for one bucket a letter.
  if (!Array.isArray(buckets)) throw new TypeError(`buckets must be a list of names, not "${buckets}"`);
  const closing = new AbortController();
  const state = new ObjectState(protocol, buckets);
  const deck = new FaultDeck<ServerAction>(serverKinds, { seed });
  const log = new RequestLog();
  const parts = { protocol, state, deck, log, clock, closing: closing.signal };
  const loopback = await listenOnLoopback((incoming, response) => {
    exchange(parts, incoming, response).catch(() => response.destroy());
  });
  const close = (): Promise<void> => {
    closing.abort(new Error("the server is closed"));
    return loopback.close();
  };
  return {
    url: loopback.url,
    profile,
    log,
    fault: (rule) => deck.add(rule),
    get revision() {
      return state.history.revision;
    },
    rollBack: (revision) => state.history.rollBack(revision, clock.wallMs()),
    close,
    [Symbol.asyncDispose]: close,
  };
}
