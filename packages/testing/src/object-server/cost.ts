/** What requests cost: counted by class, and in money only by a price list that says where it is from. */

/** `A`: writes and lists. `B`: reads. `free`: deletes, and what the store does not bill. */
export type CostClass = "A" | "B" | "free";

/** Requests by class. */
export type RequestCounts = Readonly<Record<CostClass, number>>;

/** What a provider asks for a thousand requests. */
export interface PriceList {
  readonly provider: string;
  readonly currency: string;
  readonly perThousand: Readonly<Record<CostClass, number>>;
  /** Where and when the prices were read. */
  readonly source: string;
}

/** How many requests there were of each class. */
export function requestCounts(requests: Iterable<{ readonly cost: CostClass }>): RequestCounts {
  const counts = { A: 0, B: 0, free: 0 };
  for (const { cost } of requests) counts[cost] += 1;
  return counts;
}

/** What these requests cost, in the currency of the list. Storage, traffic and free tiers are not in it. */
export function priceOf(counts: RequestCounts, { perThousand }: PriceList): number {
  return (counts.A * perThousand.A + counts.B * perThousand.B + counts.free * perThousand.free) / 1_000;
}
