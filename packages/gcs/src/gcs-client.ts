/**
 * Sends one request and brings back what became of it: an answer with any status, no answer, or nothing sent.
 *
 * It promises no retry, no redirect and no time-out of its own; the signal of the call is the only limit.
 */
import { Storage } from "@google-cloud/storage";
import { originOf } from "./gcs-location.ts";
import { commonHeaders, type GcsStoreOptions, type StorageLike } from "./gcs-options.ts";
import type { GcsRequest } from "./gcs-requests.ts";
import { type AnswerHeaders, anonymous, authenticated, type Transport } from "./gcs-transport.ts";

export type Reply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: AnswerHeaders;
      readonly body: Buffer;
    }
  /** The request may have left, and may have taken effect. */
  | { readonly kind: "no-answer"; readonly cause: unknown }
  /** There was no token to send it with. `transient`: another try may find one. */
  | { readonly kind: "not-sent"; readonly cause: unknown; readonly transient: boolean };

export interface GcsClient {
  /** Scheme, host and port of the service that is asked. */
  readonly endpoint: string;
  /** Whether Google itself is at the other end, and not an emulator or a gateway. */
  readonly isGoogle: boolean;
  /** @throws the signal's own reason if it was aborted before anything was sent. */
  send(request: GcsRequest, signal: AbortSignal | undefined): Promise<Reply>;
}

/** @throws TypeError if the endpoint is given both here and by the `Storage`. */
export function gcsClient(endpoint: string | undefined, options: GcsStoreOptions): GcsClient {
  const { origin, transport, isGoogle } = routeOf(endpoint, options.storage);
  const common = commonHeaders(options);
  return {
    endpoint: origin,
    isGoogle,
    async send(request, signal) {
      signal?.throwIfAborted();
      const url = origin + request.target;
      try {
        await unlessAborted(signal, () => transport.prepare(url));
      } catch (error) {
        signal?.throwIfAborted();
        return { kind: "not-sent", cause: bare(error), transient: isTransient(error) };
      }
      signal?.throwIfAborted();
      try {
        const headers = { ...request.headers, ...common };
        const answer = await unlessAborted(signal, (own) =>
          transport.send({ url, method: request.method, headers, body: request.body, signal: own }),
        );
        const { status, headers: received, body } = answer;
        return { kind: "answer", status, headers: received, body: Buffer.from(body as ArrayBuffer) };
      } catch (error) {
        return { kind: "no-answer", cause: signal?.aborted ? signal.reason : bare(error) };
      }
    },
  };
}

interface Route {
  readonly origin: string;
  readonly transport: Transport;
  readonly isGoogle: boolean;
}

function routeOf(endpoint: string | undefined, lent: StorageLike | undefined): Route {
  if (lent) {
    if (endpoint) {
      throw new TypeError(`endpoint ${endpoint} is given beside a Storage, which has its own; leave one out`);
    }
    const origin = originOf(lent.apiEndpoint);
    const open = lent.customEndpoint === true && lent.useAuthWithCustomEndpoint !== true;
    const isGoogle = lent.customEndpoint !== true || isGoogles(origin);
    return { origin, transport: open ? anonymous : authenticated(lent), isGoogle };
  }
  const origin = endpoint ?? emulator();
  if (origin !== undefined && !isGoogles(origin)) return { origin, transport: anonymous, isGoogle: false };
  const storage = new Storage();
  return {
    origin: origin ?? originOf(storage.apiEndpoint),
    transport: authenticated(storage),
    isGoogle: true,
  };
}

/** As in Google's own clients; like most of them, and unlike Node's, it takes "host:port" for plain HTTP. */
function emulator(): string | undefined {
  const host = process.env["STORAGE_EMULATOR_HOST"];
  if (!host) return undefined;
  return originOf((/^https?:\/\//.test(host) ? host : `http://${host}`).replace(/\/+$/, ""));
}

/** Regional, private and restricted endpoints too (https://cloud.google.com/storage/docs/request-endpoints). */
function isGoogles(origin: string): boolean {
  return /^https:\/\/([a-z0-9-]+\.)*googleapis\.com$/.test(origin);
}

/**
 * Ends with the signal's reason when it aborts, even if the work does not: a token's own request knows no signal. The
 * work gets a signal of its own, as `fetch` leaves a listener on its one for as long as that lives.
 */
async function unlessAborted<R>(
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined) => Promise<R>,
): Promise<R> {
  if (!signal) return work(undefined);
  signal.throwIfAborted();
  const own = new AbortController();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      own.abort(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work(own.signal), aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

interface Described {
  readonly code?: unknown;
  readonly status?: unknown;
  readonly response?: { readonly status?: unknown };
  readonly cause?: Described;
}

/** Message and code alone: the library's errors carry the whole request, with token and encryption key. */
function bare(error: unknown): Error {
  const code = codeOf(error);
  const message = messageOf(error);
  const text = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return Object.assign(new Error(text), code === undefined ? {} : { code });
}

/** `fetch` says no more than "fetch failed"; why is in its cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause.message : "";
  return error.message === "fetch failed" && inner !== "" ? inner : error.message;
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as Described;
  return typeof code === "string" ? code : cause ? codeOf(cause) : undefined;
}

/** A token service that is down, against credentials that are missing or refused. */
function isTransient(error: unknown): boolean {
  const { status, response } = (error ?? {}) as Described;
  const answered = Number(response?.status ?? status);
  if (answered) return answered >= 500 || answered === 429 || answered === 408;
  return /^(ECONN|EAI_|ENOTFOUND|ETIMEDOUT|EPIPE|EHOST|ENET|UND_ERR_)/.test(codeOf(error) ?? "");
}
