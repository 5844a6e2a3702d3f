/**
 * A loopback HTTP proxy that is put before a real server and counts what passes: a client's retries, preflights and
 * refreshes are requests too, and the port above the client cannot see them.
 *
 * It changes nothing: headers are forwarded as they came, `Host` included, so that signatures over them stay valid,
 * and each connection of a client has one connection to the server, which end together.
 */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { matchesKey } from "../faults/fault-rule.ts";
import { listenOnLoopback } from "../loopback.ts";
import { ForwardedConnection } from "./forwarding.ts";

/** One request that passed, and the status of its answer. */
export interface WireRequest {
  readonly method: string;
  /** Path as sent, without the query, escapes included. */
  readonly path: string;
  /** The query as sent, without its question mark. */
  readonly query: string;
  /** What the server answered; `undefined` until it has, and for ever if the connection broke. */
  readonly status: number | undefined;
}

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
  const origin = originOf(target);
  const requests: WireRequest[] = [];
  const connections = new WeakMap<Socket, ForwardedConnection>();
  const loopback = await listenOnLoopback((incoming, outgoing) => {
    const counted = entryOf(incoming);
    requests.push(counted);
    connections.get(incoming.socket)?.forward(incoming, outgoing, (status) => {
      counted.status = status;
    });
  });
  loopback.server.on("connection", (socket: Socket) => {
    connections.set(socket, new ForwardedConnection(origin, socket));
  });
  return {
    url: loopback.url,
    requests,
    count: (method, path) =>
      requests.filter((seen) => (method ?? seen.method) === seen.method && matchesKey(seen.path, path))
        .length,
    reset: () => void requests.splice(0),
    close: loopback.close,
    [Symbol.asyncDispose]: loopback.close,
  };
}

function originOf(target: string | URL): URL {
  const url = new URL(target);
  if (url.protocol !== "http:" || url.pathname !== "/" || url.search !== "") {
    throw new TypeError(`a wire counter needs the origin of a plain HTTP server, not ${url.href}`);
  }
  return url;
}

function entryOf(incoming: IncomingMessage): { -readonly [K in keyof WireRequest]: WireRequest[K] } {
  const [path = "/", ...query] = (incoming.url ?? "/").split("?");
  return { method: incoming.method ?? "", path, query: query.join("?"), status: undefined };
}
