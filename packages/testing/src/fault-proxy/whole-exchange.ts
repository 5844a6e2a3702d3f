/** A request and its answer, each whole: what is to be held back, or cut, must not depend on its client any more. */
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import type { Landing } from "../faults/hold.ts";
import { type RequestHead, requestTo } from "../forwarding/upstream.ts";

export interface WholeRequest {
  readonly head: RequestHead;
  readonly body: Uint8Array;
}

export interface WholeAnswer extends Landing {
  readonly status: number;
  readonly statusMessage: string | undefined;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
}

/** Rejects if the client gives up before the request's end: then there is nothing to send. */
export async function wholeRequest(incoming: IncomingMessage): Promise<WholeRequest> {
  const { method, url, rawHeaders } = incoming;
  return { head: { method, url, rawHeaders }, body: await bytesOf(incoming) };
}

/** Sends it over a connection of its own. Rejects if the server breaks off, or with the signal's reason. */
export async function exchange(
  origin: URL,
  request: WholeRequest,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  signal.throwIfAborted();
  const agent = new Agent();
  const stop = (): void => agent.destroy();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const upstream = requestTo(origin, request.head, agent);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once("response", resolve).once("error", reject).end(request.body);
    });
    return {
      status: answer.statusCode ?? 0,
      statusMessage: answer.statusMessage,
      rawHeaders: answer.rawHeaders,
      body: await bytesOf(answer),
    };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    agent.destroy();
  }
}

/** Gives the answer to the client as it came. */
export function give(answer: WholeAnswer, outgoing: ServerResponse): void {
  begin(answer, outgoing);
  outgoing.end(answer.body);
}

/** Gives the headers and half of the body, and closes the connection; of an answer without a body nothing. */
export function giveHalf(answer: WholeAnswer, outgoing: ServerResponse): void {
  if (answer.body.byteLength === 0) return void outgoing.destroy();
  begin(answer, outgoing);
  outgoing.write(answer.body.subarray(0, answer.body.byteLength >> 1), () => outgoing.destroy());
}

function begin({ status, statusMessage, rawHeaders }: WholeAnswer, outgoing: ServerResponse): void {
  outgoing.sendDate = false;
  outgoing.writeHead(status, statusMessage, [...rawHeaders]);
}

async function bytesOf(message: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
