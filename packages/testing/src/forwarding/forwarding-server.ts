/** What every proxy of this package has in common: where it listens, where it leads, and whose connection a request has. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Loopback, listenOnLoopback } from "../loopback.ts";
import { ForwardedConnection } from "./forwarded-connection.ts";

/** Serves one request; `connection` is the one that it came on. */
export type Serve = (
  connection: ForwardedConnection,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => void;

/** Listens on a free port of 127.0.0.1 before the server at `origin`. */
export async function listenBefore(origin: URL, serve: Serve): Promise<Loopback> {
  const connections = new WeakMap<Socket, ForwardedConnection>();
  const loopback = await listenOnLoopback((incoming, outgoing) => {
    const connection = connections.get(incoming.socket);
    if (connection) serve(connection, incoming, outgoing);
  });
  loopback.server.on("connection", (socket: Socket) => {
    connections.set(socket, new ForwardedConnection(origin, socket));
  });
  return loopback;
}

/**
 * @throws TypeError if `target` is not the origin of a plain HTTP server: what is encrypted cannot be read, and a path
 *   would have to be put before the one that was signed.
 */
export function originOf(target: string | URL): URL {
  const url = URL.canParse(String(target)) ? new URL(target) : undefined;
  if (url?.protocol !== "http:" || url.pathname !== "/" || url.search !== "") {
    throw new TypeError(
      `a proxy needs the origin of a plain HTTP server, such as http://127.0.0.1:9000, not ${target}`,
    );
  }
  return url;
}
