/** What tests of `once` look at: the record itself, the requests that were sent, and what a call ended with. */
import type { World } from "@fencepost/testing";
import { expect } from "vitest";
import { type ClaimRecord, claimFormat } from "../src/record/claim-record.ts";

/** The claim, which must be there. */
export async function recorded(world: World, key: string): Promise<ClaimRecord> {
  const found = await world.store.get(`_fencepost/claims/${key}.json`, {});
  if (found.kind !== "found") return expect.fail(`there is no claim of ${key}`);
  return claimFormat.decode(found, key);
}

export function requests(world: World): string[] {
  return world.events.flatMap((event) => (event.type === "store.request" ? [event.operation] : []));
}

/** Its value, or what it threw. */
export function settledWith(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => error);
}
