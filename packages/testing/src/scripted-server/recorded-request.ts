/** A request as it was seen on the wire. */
import type { IncomingMessage } from "node:http";

/** One request, whole, as the server read it. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query exactly as sent, escapes included. */
  readonly target: string;
  /** Path as sent, without the query, escapes included. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; a repeated header is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
}

/** Reads the request to its end. Rejects if the client gives up before that. */
export async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const target = request.url ?? "/";
  const [path, query] = split(target);
  const headers = Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(", ")]),
  );
  return {
    method: request.method ?? "",
    target,
    path,
    query: new URLSearchParams(query),
    headers,
    body: new Uint8Array(body),
    text: body.toString("utf8"),
  };
}

function split(target: string): [string, string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}
