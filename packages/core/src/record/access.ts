/**
 * Sends one request: with a time-out of its own, an event that reports it, and a result that says what is known of it.
 * The SDKs have no time-out by default, so it is set here (protocol, section 2).
 */
import { DeadlineError, noLongerNeeded, passAbortOn, within } from "../base/abort.ts";
import type { Clock } from "../base/clock.ts";
import { CoordinationError, isCoordinationError, messageOf, UnavailableError } from "../base/errors.ts";
import type { OnEvent } from "../base/events.ts";
import type { Random } from "../base/random.ts";
import type { GetResult, PutCondition, PutResult, Store, Version } from "../store/store.ts";
import type { Content } from "./format.ts";

/** What a process needs to talk to its store. */
export interface StoreAccess {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly onEvent: OnEvent;
}

/** One object as its user and the store call it. */
export interface RecordPlace {
  readonly key: string;
  readonly name: string;
  readonly requestTimeoutMs: number;
}

/** The answer, and the moments on our monotonic clock between which the store gave it. */
export type TimedGet = GetResult & { readonly sentAtMs: number; readonly answeredAtMs: number };

/** @throws UnavailableError without an answer in time; what the store throws; the signal's own reason. */
export async function requestGet(
  access: StoreAccess,
  place: RecordPlace,
  options: { readonly signal?: AbortSignal | undefined; readonly unlessVersion?: Version | undefined },
): Promise<TimedGet> {
  const { store, clock } = access;
  const sentAtMs = clock.monotonicMs();
  const report = reporter(access, place, "get", sentAtMs);
  try {
    const result = await within(clock, place.requestTimeoutMs, options.signal, (signal) =>
      store.get(place.name, { signal, unlessVersion: options.unlessVersion }),
    );
    report(result.kind);
    return { ...result, sentAtMs, answeredAtMs: clock.monotonicMs() };
  } catch (error) {
    if (options.signal?.aborted) {
      report("aborted");
      throw options.signal.reason;
    }
    const answer = messageOf(error);
    report(error instanceof CoordinationError ? error.code : "unavailable", answer);
    if (isCoordinationError(error, "unavailable")) reportSkew(access, place, error.clockAheadMs);
    if (isCoordinationError(error) && error.code !== "unavailable") throw error;
    throw new UnavailableError(`reading ${place.name} from ${store.name} failed: ${answer}`, {
      key: place.key,
      cause: error,
    });
  }
}

/**
 * Takes no signal of the caller: a write that has begun is settled, not dropped.
 *
 * @throws MisconfiguredError, UnsupportedStoreError: nothing was written by this attempt.
 */
export async function requestPut(
  access: StoreAccess,
  place: RecordPlace,
  content: Content,
  condition: PutCondition,
): Promise<PutResult> {
  const { body, metadata, contentType } = content;
  return requestWrite(access, place, "put", (signal) =>
    access.store.put(place.name, body, condition, { signal, metadata, contentType }),
  );
}

/** As {@link requestPut}. */
export async function requestDelete(
  access: StoreAccess,
  place: RecordPlace,
  version: Version,
): Promise<PutResult> {
  return requestWrite(access, place, "delete", (signal) =>
    access.store.delete(place.name, version, { signal }),
  );
}

/**
 * Every name that begins so; ends if the store gives none for as long as a request may take.
 *
 * @throws as {@link requestGet}
 */
export async function* requestList(
  { store, clock }: StoreAccess,
  prefix: string,
  {
    signal,
    requestTimeoutMs,
  }: { readonly signal?: AbortSignal | undefined; readonly requestTimeoutMs: number },
): AsyncGenerator<string> {
  const limit = new AbortController();
  const over = new AbortController();
  passAbortOn(signal, limit, over.signal);
  const names = store.list(prefix, { signal: limit.signal })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await within(clock, requestTimeoutMs, signal, () => names.next());
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isCoordinationError(error)) throw error;
    const message = `listing ${prefix}* in ${store.name} failed: ${messageOf(error)}`;
    throw new UnavailableError(message, { cause: error });
  } finally {
    over.abort(noLongerNeeded);
    limit.abort(noLongerNeeded);
    // It may hang as well: nobody waits for it.
    names.return?.().catch(() => {});
  }
}

async function requestWrite(
  access: StoreAccess,
  place: RecordPlace,
  operation: "put" | "delete",
  send: (signal: AbortSignal) => Promise<PutResult>,
): Promise<PutResult> {
  const { store, clock } = access;
  const report = reporter(access, place, operation, clock.monotonicMs());
  try {
    const result = await within(clock, place.requestTimeoutMs, undefined, send);
    report(result.kind, result.kind === "undecided" ? result.detail : undefined);
    if (result.kind === "undecided") reportSkew(access, place, result.clockAheadMs);
    return result;
  } catch (error) {
    const definite =
      isCoordinationError(error, "misconfigured") || isCoordinationError(error, "unsupported-store");
    report(definite ? error.code : "unknown");
    if (definite) throw error;
    const cause =
      error instanceof DeadlineError
        ? new Error(`writing ${place.name} to ${store.name}: ${error.message}`)
        : error;
    return { kind: "unknown", cause };
  }
}

function reporter(
  access: StoreAccess,
  place: RecordPlace,
  operation: "get" | "put" | "delete",
  sentAtMs: number,
): (outcome: string, detail?: string) => void {
  return (outcome, detail) =>
    access.onEvent({
      type: "store.request",
      key: place.key,
      operation,
      outcome,
      detail,
      durationMs: access.clock.monotonicMs() - sentAtMs,
    });
}

/** A clock that is off is a free alarm: nothing here rests on it, and the next request is signed by the store's time. */
function reportSkew({ onEvent }: StoreAccess, { key }: RecordPlace, aheadMs: number | undefined): void {
  if (aheadMs !== undefined) onEvent({ type: "clock.skewed", key, aheadMs });
}
