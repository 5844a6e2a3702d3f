/** What passed a proxy, in the order of its arrival. */
import type { IncomingMessage } from "node:http";
import { matchesKey } from "../faults/fault-rule.ts";

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

export class WireLog<R extends WireRequest = WireRequest> {
  readonly requests: R[] = [];

  /** How many of them have that method, if one is given, and that path. */
  count(method?: string, path?: string | RegExp): number {
    return this.requests.filter(
      (seen) => (method ?? seen.method) === seen.method && matchesKey(seen.path, path),
    ).length;
  }

  reset(): void {
    this.requests.length = 0;
  }
}

/** A request that is not answered yet. */
export function unanswered(incoming: IncomingMessage): {
  -readonly [K in keyof WireRequest]: WireRequest[K];
} {
  const [path = "/", ...query] = (incoming.url ?? "/").split("?");
  return { method: incoming.method ?? "", path, query: query.join("?"), status: undefined };
}
