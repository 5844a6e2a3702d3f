/**
 * A loopback HTTP server that answers as a script says and knows nothing of any store. It shows what a client does
 * with one particular answer; it does not show that a real store gives that answer.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { listenOnLoopback } from "../loopback.ts";
import { type RecordedRequest, record } from "./recorded-request.ts";
import { Playback, type Script, type ScriptedAnswer, type ScriptedStep } from "./script.ts";

/** A running server: point a client at `url`, look at `requests`, and close it. */
export interface ScriptedServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** Every request that has arrived whole, in that order, unscripted ones too. */
  readonly requests: readonly RecordedRequest[];
  /**
   * Cuts what is still open and stops listening. A second call gives the first one's answer.
   *
   * @throws Error, after everything is closed, if a request came that the script does not have, if a listed step was
   *   never asked for, or if a `before` hook threw.
   */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. A request without a step is answered 501, and `close()` then throws. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const playback = new Playback(script);
  const requests: RecordedRequest[] = [];
  const failures: unknown[] = [];

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await record(incoming).catch(() => undefined);
    // The client gave up while it was still sending: there is nobody to answer.
    if (!request) return;
    requests.push(request);
    try {
      const step = playback.next(request) ?? refusal(request);
      await step.before?.(request);
      play(step, response);
    } catch (error) {
      failures.push(error);
      response.destroy();
    }
  };

  const loopback = await listenOnLoopback((incoming, response) => void answer(incoming, response));
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= loopback.close().then(() => {
      const deviations = playback.deviations();
      if (failures.length > 0) deviations.push(`${failures.length} hook(s) threw, the first: ${failures[0]}`);
      if (deviations.length === 0) return;
      throw new Error(`the scripted server was not used as scripted: ${deviations.join("; ")}`, {
        cause: failures[0],
      });
    });
    return closed;
  };
  return {
    url: loopback.url,
    requests,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refusal(request: RecordedRequest): ScriptedAnswer {
  return { status: 501, body: `unscripted request: ${request.method} ${request.target}\n` };
}

function play(step: ScriptedStep, response: ServerResponse): void {
  // The client may have given up while the hook was awaited.
  if ("hang" in step || response.destroyed) return;
  if (step.cut === "before") return void response.destroy();
  const body = typeof step.body === "string" ? Buffer.from(step.body) : (step.body ?? new Uint8Array());
  response.sendDate = false;
  response.statusCode = step.status;
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    response.setHeader(name, typeof value === "string" ? value : [...value]);
  }
  if (hasBody(step.status) && !response.hasHeader("content-length")) {
    response.setHeader("Content-Length", body.byteLength);
  }
  if (step.cut === "middle") {
    response.flushHeaders();
    response.write(body.subarray(0, body.byteLength >> 1), () => response.destroy());
  } else {
    const { socket } = response;
    response.end(body, () => step.cut === "after" && socket?.destroySoon());
  }
}

/** RFC 9110, section 6.4.1: these never have one. */
function hasBody(status: number): boolean {
  return status >= 200 && status !== 204 && status !== 304;
}
