/** Which requests something happens to. */
import type { FaultAction } from "./fault-action.ts";

/** What a rule can see of a request. */
export interface FaultableRequest {
  /** In capitals, as sent. */
  readonly method: string;
  /** A server: the object's key, without the bucket; `""` for a request on the bucket itself. The proxy: path and query as sent. */
  readonly key: string;
}

/**
 * What happens to which requests. Every condition that is given must hold; `nth`, `first` and `every` count the requests
 * that fit method and key, from 1 and from when the rule was added.
 */
export interface FaultRule<A extends FaultAction = FaultAction> {
  readonly action: A;
  /** @default every method */
  readonly method?: string | readonly string[] | undefined;
  /** A string must be the whole key, a pattern may be found anywhere in it. @default every key */
  readonly key?: string | RegExp | undefined;
  /** Only this one. @default all of them */
  readonly nth?: number | undefined;
  /** Only so many. @default all of them */
  readonly first?: number | undefined;
  /** Only each so-many-th: with 3 the third, sixth, … @default each */
  readonly every?: number | undefined;
  /** How likely, from 0 to 1; drawn from the server's seed. @default 1 */
  readonly probability?: number | undefined;
}

/** Whether the rule is about this request, whichever of them it is. */
export function isAbout({ method, key }: FaultRule, request: FaultableRequest): boolean {
  const methods = typeof method === "string" ? [method] : method;
  return (methods?.includes(request.method) ?? true) && matchesKey(request.key, key);
}

/** Whether the rule chooses the `count`-th of the requests that it is about, chance aside. */
export function chooses({ nth, first, every }: FaultRule, count: number): boolean {
  return (
    (nth === undefined || count === nth) &&
    (first === undefined || count <= first) &&
    (every === undefined || count % every === 0)
  );
}

/** @param wanted a string must be the whole, a pattern may be found anywhere; `undefined` takes everything */
export function matchesKey(key: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  // Unlike `test`, `search` does not go on from where a global pattern has ended the last time.
  return typeof wanted === "string" ? key === wanted : key.search(wanted) >= 0;
}
