/** Plans with a store that must be found out. Everything else is as it should be, so that what is seen is the flaw. */
import type { Random } from "@fencepost/core";
import { seededRandom } from "../../../world/seeded-random.ts";
import type { Flaw, Trust } from "./flaw.ts";
import { type Plan, planOf } from "./plan.ts";

const quiet: Plan["network"] = {
  slow: 0,
  lostRequest: 0,
  lostAnswer: 0,
  lateLanding: 0,
  repeated: 0,
  undecided: 0,
  failing: 0,
  timeless: 0,
  outages: [],
};

/** What the seed makes of a run with a store of that kind, in which three to five processes want the lease all the time. */
export function flawedPlanOf(seed: number, kind: Flaw["kind"], trust: Trust): Plan {
  const random = seededRandom(seed * 13 + 5);
  const plan = planOf(seed);
  // Who tries the store first is done soon.
  const faultsEndMs = trust === "probed" ? 2_000 : 10_000 + random.unit() * 10_000;
  const [first = { expiry: "store-clock" }] = plan.processes;
  const others = Array.from({ length: 2 + Math.floor(random.unit() * 3) }, () => first);
  return {
    ...plan,
    // A version that comes back is the same again, as bytes are.
    versions: kind === "rolls-back" ? "content-hash" : plan.versions,
    processes: [first, ...others],
    habits: { idleMs: 30, stepMs: 100, holdMs: 1_500, waiting: 0.2, ttlsMs: [3_000] },
    network: quiet,
    disturbances: 0,
    cutOffs: 0,
    deletions: 0,
    faultsEndMs,
    endMs: faultsEndMs + 10_000,
    trust,
    flaw: flawOf(random, kind, faultsEndMs),
  };
}

function flawOf(random: Random, kind: Flaw["kind"], faultsEndMs: number): Flaw {
  switch (kind) {
    case "ignores-condition":
      return { kind, condition: random.unit() < 0.5 ? "absent" : "matches" };
    case "not-atomic":
      return { kind, betweenMs: 1 + random.unit() * 50 };
    case "rolls-back":
      return { kind, atMs: (0.2 + random.unit() * 0.6) * faultsEndMs, byMs: 100 + random.unit() * 2_000 };
  }
}
