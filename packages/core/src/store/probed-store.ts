/** A store as a probe uses it: each request has a limit, and is sent again where the store did not decide it. */
import { DeadlineError, within } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import { systemClock } from "../base/clock.ts";
import { isCoordinationError, messageOf, UnavailableError } from "../base/errors.ts";
import type { Random } from "../base/random.ts";
import { jittered, systemRandom } from "../base/random.ts";
import type { CallOptions, GetResult, PutCondition, PutResult, Store, Version } from "./store.ts";

/** Options of a probe: its signal, its components, its patience. */
export interface ProbeOptions extends CallOptions {
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
  /** Milliseconds that one request may take. @default 5_000 */
  readonly requestTimeoutMs?: number | undefined;
  /** Told what the store said first, where a read was answered only when it was repeated. @default nobody is told */
  readonly onWarning?: ((message: string) => void) | undefined;
}

export interface ProbedStore {
  readonly store: Store;
  /** A name that nobody has used. */
  freshKey(): string;
  get(key: string): Promise<GetResult>;
  /**
   * A refusal is settled by a read: a proxy may have sent the request twice, and shown us the refusal of the second. So no
   * two writes of one key may have the same text.
   *
   * @throws UnavailableError if the answer was neither yes nor no.
   */
  put(key: string, text: string, condition: PutCondition): Promise<PutResult>;
  /** As `put`, for one of many writers at once: an answer that is neither yes nor no is given back, not thrown. */
  contend(key: string, text: string, condition: PutCondition): Promise<PutResult>;
  delete(key: string, version: Version): Promise<PutResult>;
}

const undecidedMost = 5;
const readsMost = 3;
const pauseMs = 200;

/** @param made takes the name of each object that is made */
export function probedStore(store: Store, options: ProbeOptions, made: string[]): ProbedStore {
  const { clock = systemClock, random = systemRandom, requestTimeoutMs = 5_000, signal } = options;
  const pause = (attempt: number): Promise<void> => clock.sleep(jittered(pauseMs * attempt, random), signal);
  const send = async (call: (signal: AbortSignal) => Promise<PutResult>): Promise<PutResult> => {
    let answer: PutResult = { kind: "undecided", detail: "" };
    for (let attempt = 1; answer.kind === "undecided" && attempt <= undecidedMost; attempt++) {
      if (attempt > 1) await pause(attempt);
      answer = await within(clock, requestTimeoutMs, signal, call).catch((error: unknown): PutResult => {
        if (error instanceof DeadlineError) return { kind: "unknown", cause: error };
        throw error;
      });
    }
    return answer;
  };
  const write = async (
    what: string,
    call: (signal: AbortSignal) => Promise<PutResult>,
  ): Promise<PutResult> => {
    const answer = await send(call);
    if (answer.kind === "written" || answer.kind === "refused") return answer;
    throw inconclusive(store, what, answer);
  };
  const probed: ProbedStore = {
    store,
    freshKey() {
      const key = `_fencepost/probes/${random.id()}`;
      made.push(key);
      return key;
    },
    async get(key) {
      let said: string | undefined;
      for (let attempt = 1; ; attempt++) {
        try {
          const found = await within(clock, requestTimeoutMs, signal, (each) =>
            store.get(key, { signal: each }),
          );
          if (said !== undefined) options.onWarning?.(said);
          return found;
        } catch (error) {
          if (signal?.aborted || (isCoordinationError(error) && error.code !== "unavailable")) throw error;
          // What does not answer in its time would only cost the caller that time again.
          if (!isCoordinationError(error) || attempt === readsMost) throw unread(store, key, error);
          said = error.message;
          await pause(attempt);
        }
      }
    },
    async put(key, text, condition) {
      const body = new TextEncoder().encode(text);
      const answer = await write("a write", (each) => store.put(key, body, condition, { signal: each }));
      if (answer.kind !== "refused") return answer;
      const found = await probed.get(key);
      return textOf(found) === text ? { kind: "written", version: (found as Found).version } : answer;
    },
    contend: (key, text, condition) =>
      send((each) => store.put(key, new TextEncoder().encode(text), condition, { signal: each })),
    delete: (key, version) => write("a delete", (each) => store.delete(key, version, { signal: each })),
  };
  return probed;
}

type Found = Extract<GetResult, { readonly kind: "found" }>;

/** What stands there; `undefined` if nothing does. */
export function textOf(found: GetResult): string | undefined {
  return found.kind === "found" ? new TextDecoder().decode(found.body) : undefined;
}

function unread(store: Store, key: string, cause: unknown): UnavailableError {
  return new UnavailableError(`reading ${key} from ${store.name} failed: ${messageOf(cause)}`, { cause });
}

/** Nothing is proved by an answer that is neither yes nor no. */
export function inconclusive(
  store: Store,
  what: string,
  unclear: Extract<PutResult, { readonly kind: "unknown" | "undecided" }>,
): UnavailableError {
  const cause = unclear.kind === "unknown" ? unclear.cause : unclear.detail;
  return new UnavailableError(
    `${store.name} could not be probed: ${what} got no clear answer (${messageOf(cause)}). Nothing is proved; try again`,
    { cause },
  );
}
