/** Waits until a server that was started answers. */
import { setTimeout as sleep } from "node:timers/promises";

export interface ReadyOptions {
  /** Which answer means that it works. @default one with status 2xx */
  readonly accept?: ((answer: Response) => boolean) | undefined;
  readonly limitMs: number;
  /** Aborted when waiting has no point any more; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

const oneAnswerMs = 2_000;
const pauseMs = 50;

/** @throws Error that says what the last answer was, once `limitMs` is over; the signal's own reason */
export async function untilReady(url: string, options: ReadyOptions): Promise<Response> {
  const { accept = (answer) => answer.ok, limitMs, signal } = options;
  const deadline = performance.now() + limitMs;
  let last = "nothing";
  while (performance.now() < deadline) {
    signal?.throwIfAborted();
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(oneAnswerMs) });
      await answer.arrayBuffer();
      if (accept(answer)) return answer;
      last = `status ${answer.status}`;
    } catch (error) {
      const { message, cause } = error as Error;
      last = cause instanceof Error ? cause.message : message;
    }
    await sleep(pauseMs);
  }
  signal?.throwIfAborted();
  throw new Error(`${url} did not become ready within ${limitMs} ms; the last answer was: ${last}`);
}
