/** The server that every store's protocol shares: it takes requests, lets the protocol decide, and keeps what follows. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Loopback, listenOnLoopback } from "../loopback.ts";
import { record } from "../scripted-server/recorded-request.ts";
import { ObjectHistory } from "./object-history.ts";
import type { Answer, Asked, Decision, Protocol, Situation } from "./protocol.ts";
import { RequestLog } from "./request-log.ts";

/** What every object server takes, whatever its protocol. */
export interface ObjectServerOptions {
  /** The buckets that there are from the start. @default one, called `bucket` */
  readonly buckets?: readonly string[] | undefined;
  /** The server's wall clock, in milliseconds since 1970. @default the machine's */
  readonly now?: (() => number) | undefined;
  /**
   * Awaited once the whole request has arrived and before anything is decided. A promise that the test resolves keeps
   * the request in flight while others pass it.
   */
  readonly hold?: ((asked: Asked) => void | Promise<void>) | undefined;
}

/** A running server: point a client at `url`, look at `log`, and close it. */
export interface ObjectServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  readonly log: RequestLog;
  /** How many changes there were: names the state of this moment for `rollBack`. */
  readonly revision: number;
  /** Brings the objects of an earlier moment back, as a restored backup does. */
  rollBack(revision: number): void;
  /** Cuts what is still open and stops listening. A second call gives the first one's answer. */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on a free port of 127.0.0.1 and speaks `protocol`. */
export async function startObjectServer<A extends Asked, O>(
  protocol: Protocol<A, O>,
  options: ObjectServerOptions,
): Promise<ObjectServer> {
  const exchanges = new Exchanges(protocol, options);
  const loopback: Loopback = await listenOnLoopback((incoming, response) => {
    exchanges.serve(incoming, response).catch(() => response.destroy());
  });
  const { history, log } = exchanges;
  return {
    url: loopback.url,
    log,
    get revision() {
      return history.revision;
    },
    rollBack: (revision) => history.rollBack(revision, exchanges.now()),
    close: loopback.close,
    [Symbol.asyncDispose]: loopback.close,
  };
}

class Exchanges<A extends Asked, O> {
  readonly history = new ObjectHistory<O>();
  readonly log = new RequestLog();
  readonly now: () => number;
  readonly #protocol: Protocol<A, O>;
  readonly #hold: ObjectServerOptions["hold"];
  readonly #buckets: Set<string>;

  constructor(protocol: Protocol<A, O>, { buckets = ["bucket"], now = Date.now, hold }: ObjectServerOptions) {
    this.#protocol = protocol;
    this.#buckets = new Set(buckets);
    this.#hold = hold;
    this.now = now;
  }

  async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming).catch(() => undefined);
    // The client gave up while it was still sending: there is nothing to decide.
    if (!request) return;
    const entry = this.log.open(request);
    const asked = this.#protocol.parse(request);
    entry.operation = asked.operation;
    entry.bucket = asked.bucket;
    entry.key = asked.key;
    const arrival = this.history.revision;
    await this.#hold?.(asked);
    const { decided, answer, cost } = this.#decide(asked, arrival);
    entry.decided = decided;
    entry.cost = cost;
    if (response.destroyed) return;
    entry.status = answer.status;
    send(response, answer, this.now());
  }

  /** Decides and keeps what follows from it, in one turn: nothing comes between a condition and its write. */
  #decide(asked: A, arrival: number): Decision<O> {
    const nowMs = this.now();
    const decision = this.#protocol.decide(asked, this.#situation(asked, arrival, nowMs));
    if (decision.effect) this.history.change(nameOf(asked), decision.effect.object, nowMs);
    if (decision.newBucket !== undefined) this.#buckets.add(decision.newBucket);
    return decision;
  }

  #situation(asked: A, arrival: number, nowMs: number): Situation<O> {
    const { history } = this;
    const name = nameOf(asked);
    const folder = `${asked.bucket}/`;
    return {
      nowMs,
      hasBucket: this.#buckets.has(asked.bucket),
      found: history.find(name),
      list: (prefix) =>
        history.list(folder + prefix).map(([full, object]) => [full.slice(folder.length), object]),
      overtaken: history.hasChangedSince(name, arrival),
      changedAtMs: history.changedAtMs(name),
      ignoreConditions: false,
      revision: history.revision,
    };
  }
}

/** Buckets have no slash in their names. */
function nameOf({ bucket, key }: Asked): string {
  return `${bucket}/${key}`;
}

function send(response: ServerResponse, { status, headers, body }: Answer, nowMs: number): void {
  const bytes = typeof body === "string" ? Buffer.from(body) : (body ?? new Uint8Array());
  response.sendDate = false;
  response.statusCode = status;
  response.setHeader("Date", new Date(nowMs).toUTCString());
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const hasBody = status !== 204 && status !== 304;
  if (hasBody && !response.hasHeader("content-length"))
    response.setHeader("Content-Length", bytes.byteLength);
  response.end(hasBody ? bytes : undefined);
}
