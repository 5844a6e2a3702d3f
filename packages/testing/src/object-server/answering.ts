/** The last step of a request: an answer on its way to the client, whole, cut, or with headers that a fault has touched. */
import type { ServerResponse } from "node:http";
import type { DateAction, ServerAction } from "../faults/fault-action.ts";
import type { DrawnFaults } from "../faults/fault-deck.ts";
import type { Answer } from "./protocol.ts";

/** Sends `answer`, and says whether the client was given any of it. */
export function send(
  response: ServerResponse,
  { status, headers, body }: Answer,
  faults: DrawnFaults<ServerAction>,
  nowMs: number,
): boolean {
  if (response.destroyed) return false;
  const bytes = typeof body === "string" ? Buffer.from(body) : (body ?? new Uint8Array());
  const hasLength = status !== 204 && status !== 304;
  const hasBody = hasLength && response.req.method !== "HEAD" && bytes.byteLength > 0;
  const isCut = faults.of("cut") !== undefined;
  if (isCut && !hasBody) {
    response.destroy();
    return false;
  }
  response.sendDate = false;
  response.statusCode = status;
  const date = dated(nowMs, faults.of("date"));
  if (date !== undefined) response.setHeader("Date", date);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (faults.of("no-last-modified")) response.removeHeader("Last-Modified");
  const age = faults.of("age");
  if (age) response.setHeader("Age", String(age.seconds));
  // To a HEAD, the length of what a GET would bring.
  if (hasLength) response.setHeader("Content-Length", bytes.byteLength);
  if (isCut) {
    response.flushHeaders();
    response.write(bytes.subarray(0, bytes.byteLength >> 1), () => response.destroy());
  } else {
    response.end(hasBody ? bytes : undefined);
  }
  return true;
}

function dated(nowMs: number, fault: DateAction | undefined): string | undefined {
  if (fault === undefined) return new Date(nowMs).toUTCString();
  if ("missing" in fault) return undefined;
  return "value" in fault ? fault.value : new Date(nowMs + fault.skewMs).toUTCString();
}
