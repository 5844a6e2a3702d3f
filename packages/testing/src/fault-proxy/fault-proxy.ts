/**
 * An HTTP proxy that is put between a client and a real server, and loses, cuts, delays and holds what passes. A real
 * server cannot be told to forget an answer; this can.
 *
 * What no fault strikes passes unchanged, `Host` and signed headers included. It cannot show what only the server itself
 * can do: a stale read, or a 503 after the effect.
 */
import { type Clock, systemClock } from "@fencepost/core";
import { type ProxyAction, proxyKinds } from "../faults/fault-action.ts";
import { FaultDeck, type Heal } from "../faults/fault-deck.ts";
import type { FaultRule } from "../faults/fault-rule.ts";
import { listenBefore, originOf } from "../forwarding/forwarding-server.ts";
import { unanswered, WireLog, type WireRequest } from "../forwarding/wire-log.ts";
import { refuseUnknown } from "../known-options.ts";
import { ConnectionRefusal } from "./connection-refusal.ts";
import { faultyWay, type Way } from "./faulty-way.ts";

/** Options of {@link startFaultProxy}. */
export interface FaultProxyOptions {
  /** By which delays pass. @default the machine's */
  readonly clock?: Clock | undefined;
  /** For rules with a probability. @default 1 */
  readonly seed?: number | undefined;
}

/** One request that came to the proxy. */
export interface ProxiedRequest extends WireRequest {
  /** What was done to it; empty: it passed as it was. */
  readonly faults: readonly ProxyAction["kind"][];
}

/** A running proxy: point a client at `url` in place of the server's, add rules, and close it. */
export interface FaultProxy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, to be used in place of the server's own address. */
  readonly url: string;
  /** Every request since the start or the last `reset()`, in the order of their arrival. A refused connection has none. */
  readonly requests: readonly ProxiedRequest[];
  /** How many of them have that method, if one is given, and that path. */
  count(method?: string, path?: string | RegExp): number;
  /** Forgets what was counted so far. Rules and what they hold stay. */
  reset(): void;
  /** Puts a rule in force until what it gives back is called. @throws TypeError or RangeError that names what in it makes no sense. */
  fault(rule: FaultRule<ProxyAction>): Heal;
  /** Cuts every connection that is open now, with whatever is under way on it. */
  cutConnections(): void;
  /**
   * Cuts every connection and stops listening, so that the system itself refuses new ones (ECONNREFUSED). What it gives
   * back listens again on the same port; it rejects if another program has taken that meanwhile.
   */
  refuseConnections(): Promise<() => Promise<void>>;
  /** Cuts what is still open, forgets what is held, and stops listening. A second call gives the first one's answer. */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Listens on a free port of 127.0.0.1 and forwards to `target`.
 *
 * @param target the server's origin, such as `http://127.0.0.1:9000`
 * @throws TypeError if `target` is not the origin of a plain HTTP server, and for an option that there is not.
 */
export async function startFaultProxy(
  target: string | URL,
  options: FaultProxyOptions = {},
): Promise<FaultProxy> {
  refuseUnknown("startFaultProxy", options, { clock: true, seed: true });
  const { clock = systemClock, seed } = options;
  const origin = originOf(target);
  const log = new WireLog<ProxiedRequest>();
  const deck = new FaultDeck<ProxyAction>(proxyKinds, { seed });
  const closing = new AbortController();

  const loopback = await listenBefore(origin, (connection, incoming, outgoing) => {
    const faults = deck.draw({ method: incoming.method ?? "", key: incoming.url ?? "/" });
    const entry = { ...unanswered(incoming), faults: faults.kinds };
    log.requests.push(entry);
    const answered = (status: number): void => {
      entry.status = status;
    };
    if (faults.kinds.length === 0) return connection.forward(incoming, outgoing, answered);
    connection.occupy(outgoing);
    // The client or the server went away, or the proxy is closed: either way nobody waits for an answer.
    faultyWay(way, faults, incoming, outgoing, answered).catch(() => connection.breakOff());
  });
  const refusal = new ConnectionRefusal(loopback);
  const way: Way = { origin, clock, refusal, closing: closing.signal };
  const close = (): Promise<void> => {
    closing.abort(new Error("the fault proxy is closed"));
    return loopback.close();
  };
  return {
    url: loopback.url,
    requests: log.requests,
    count: (method, path) => log.count(method, path),
    reset: () => log.reset(),
    fault: (rule) => deck.add(rule),
    cutConnections: () => loopback.server.closeAllConnections(),
    refuseConnections: () => refusal.refuse(),
    close,
    [Symbol.asyncDispose]: close,
  };
}
