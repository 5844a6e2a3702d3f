/** What a server was asked, what it decided, what it answered, and what that costs: for tests to assert on. */
import type { ServerAction } from "../faults/fault-action.ts";
import { matchesKey } from "../faults/fault-rule.ts";
import { type CostClass, type RequestCounts, requestCounts } from "./cost.ts";

/** One request, as the server saw it. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query exactly as sent. */
  readonly target: string;
  /** The store's own name of what was asked, such as `PutObject`; empty if it was not understood. */
  readonly operation: string;
  readonly bucket: string;
  /** The object's name, unescaped; empty for a request about a bucket. */
  readonly key: string;
  /** In one word: `written`, `refused`, `found`, `unchanged`, `absent`, …; `undefined` if nothing was decided. */
  readonly decided: string | undefined;
  /** `undefined`: the client was given no answer. */
  readonly status: number | undefined;
  /** The kinds of the faults that struck it. */
  readonly faults: readonly ServerAction["kind"][];
  readonly cost: CostClass;
}

type Open = { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] };

/** Every request of a server since its start or the last `clear()`, in the order of their arrival. */
export class RequestLog {
  readonly #requests: LoggedRequest[] = [];

  /** A request appears when it has arrived; what became of it is filled in later. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** The requests of that operation, if one is named, on that key; a pattern may be found anywhere in it. */
  of(operation?: string, key?: string | RegExp): readonly LoggedRequest[] {
    return this.#requests.filter(
      (seen) => (operation ?? seen.operation) === seen.operation && matchesKey(seen.key, key),
    );
  }

  /** How many requests of each cost class there were. */
  counts(): RequestCounts {
    return requestCounts(this.#requests);
  }

  /** Forgets what was logged so far; what is still under way then is not logged any more. */
  clear(): void {
    this.#requests.length = 0;
  }

  /** Adds a request that has arrived. Whoever answers it fills in the rest. */
  open(
    { method, target }: Pick<LoggedRequest, "method" | "target">,
    { operation, bucket, key }: Pick<LoggedRequest, "operation" | "bucket" | "key">,
    faults: LoggedRequest["faults"],
  ): Open {
    const open: Open = {
      method,
      target,
      operation,
      bucket,
      key,
      decided: undefined,
      status: undefined,
      faults,
      cost: "free",
    };
    this.#requests.push(open);
    return open;
  }
}
