/** Two ways to send an HTTP request once: with the library's credentials, and with none. */
import type { StorageLike } from "./gcs-options.ts";

/** Names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** What a library's HTTP client gives back, both majors' and `fetch`'s shape made one. */
interface HttpAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: ArrayBuffer | Uint8Array;
}

interface HttpCall {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer<ArrayBuffer> | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface Transport {
  /** Gets hold of a token if it has none. Rejects: nothing was sent to the store. */
  prepare(url: string): Promise<unknown>;
  send(call: HttpCall): Promise<HttpAnswer>;
}

/**
 * The library's authenticated client, below its `File` and `Bucket`: these take no signal, retry by themselves, and
 * `File.save()` answers a checksum mismatch by deleting the object without a condition.
 *
 * An answer that breaks off within its body hangs storage 7's client until the signal of the call aborts.
 */
export function authenticated(storage: StorageLike): Transport {
  const client = storage.authClient as unknown as {
    request(options: object): Promise<LibraryAnswer>;
    getRequestHeaders(url: string): Promise<unknown>;
  };
  return {
    prepare: (url) => client.getRequestHeaders(url),
    async send({ url, method, headers, body, signal }) {
      const answer = await client.request({
        url,
        method,
        headers,
        ...(body && { data: body }),
        ...(signal && { signal }),
        responseType: "arraybuffer",
        // `retry: false` would give way to a retryConfig among the lent client's defaults.
        retryConfig: { shouldRetry: () => false },
        redirect: "manual",
        validateStatus: () => true,
      });
      return { status: answer.status, headers: namedInLowerCase(answer.headers), body: answer.data };
    },
  };
}

/** gaxios 6 (storage 7) gives an object of headers, gaxios 7 (storage 8) `Headers`. */
interface LibraryAnswer {
  readonly status: number;
  readonly headers: Record<string, string> | Iterable<[string, string]>;
  readonly data: ArrayBuffer | Uint8Array;
}

function namedInLowerCase(headers: LibraryAnswer["headers"]): AnswerHeaders {
  const pairs =
    Symbol.iterator in headers ? [...(headers as Iterable<[string, string]>)] : Object.entries(headers);
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

/** For an endpoint that gets no credentials. The library would look for some all the same. */
export const anonymous: Transport = {
  prepare: () => Promise.resolve(),
  async send({ url, method, headers, body, signal }) {
    const answer = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal: signal ?? null,
      redirect: "manual",
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.arrayBuffer(),
    };
  },
};
