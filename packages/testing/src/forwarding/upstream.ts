/** A request to the server behind a proxy, as it came in: method, target and headers, `Host` and their order included. */
import { type Agent, type ClientRequest, type IncomingMessage, request } from "node:http";

/** What of a request is known before its body. */
export type RequestHead = Pick<IncomingMessage, "method" | "url" | "rawHeaders">;

/** Begins it; the body is the caller's to send. */
export function requestTo(origin: URL, head: RequestHead, agent: Agent): ClientRequest {
  return request({
    agent,
    host: origin.hostname,
    port: origin.port || 80,
    method: head.method,
    path: head.url,
    headers: withLength(head),
    setHost: false,
  });
}

/** A request with neither header has no body (RFC 9112, section 6.3); Node would send an empty chunked one. */
function withLength({ method = "", rawHeaders }: RequestHead): string[] {
  const framed = rawHeaders.some(
    (name, at) => at % 2 === 0 && /^(content-length|transfer-encoding)$/i.test(name),
  );
  const bare = framed || /^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method);
  return bare ? rawHeaders : [...rawHeaders, "Content-Length", "0"];
}
