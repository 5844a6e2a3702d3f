/**
 * A loopback HTTP proxy that is put before a real server and counts what passes: a client's retries, preflights and
 * refreshes are requests too, and the port above the client cannot see them.
 *
 * It changes nothing: headers are forwarded as they came, `Host` included, so that signatures over them stay valid,
 * and each connection of a client has one connection to the server, which end together.
 */
import { listenBefore, originOf } from "../forwarding/forwarding-server.ts";
import { unanswered, WireLog, type WireRequest } from "../forwarding/wire-log.ts";

/** A running proxy: point a client at `url` in place of the server's, count, and close it. */
export interface WireCounter extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, to be used in place of the server's own address. */
  readonly url: string;
  /** Every request since the start or the last `reset()`, in the order of their arrival. */
  readonly requests: readonly WireRequest[];
  /** How many of them have that method, if one is given, and that path. */
  count(method?: string, path?: string | RegExp): number;
  /** Forgets what was counted so far. */
  reset(): void;
  /** Cuts what is still open and stops listening. */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Listens on a free port of 127.0.0.1 and forwards to `target`. A server that cannot be reached, or breaks off, is a
 * broken connection for the client too.
 *
 * @param target the server's origin, such as `http://127.0.0.1:9000`
 * @throws TypeError if `target` is not the origin of a plain HTTP server: what is encrypted cannot be counted.
 */
export async function startWireCounter(target: string | URL): Promise<WireCounter> {
  const log = new WireLog();
  const loopback = await listenBefore(originOf(target), (connection, incoming, outgoing) => {
    const counted = unanswered(incoming);
    log.requests.push(counted);
    connection.forward(incoming, outgoing, (status) => {
      counted.status = status;
    });
  });
  return {
    url: loopback.url,
    requests: log.requests,
    count: (method, path) => log.count(method, path),
    reset: () => log.reset(),
    close: loopback.close,
    [Symbol.asyncDispose]: loopback.close,
  };
}
