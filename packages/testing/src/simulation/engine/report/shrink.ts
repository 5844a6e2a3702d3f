import { type NetworkPlan, type Plan, planOf } from "../plan/plan.ts";
import type { Program } from "../program.ts";
import { type SimulationReport, simulate } from "../simulate.ts";

const roundsMost = 4;
const probabilities: readonly (keyof NetworkPlan)[] = [
  "slow",
  "lostRequest",
  "lostAnswer",
  "lateLanding",
  "repeated",
  "undecided",
  "failing",
  "timeless",
];

/** The smallest run found, and the plan that makes it: `simulate(program, seed, { plan })` runs it again. */
export interface ShrunkReport extends SimulationReport {
  readonly plan: Plan;
}

/**
 * Takes away what a failing run does not need, one thing at a time: processes, faults, disturbances, time. Gives back
 * the smallest run found that still fails, with its lines.
 *
 * @param plan @default what the seed makes of it
 */
export async function shrink(
  program: Program,
  seed: number,
  plan: Plan = planOf(seed),
): Promise<ShrunkReport> {
  let smallest = plan;
  for (let round = 0; round < roundsMost; round++) {
    const before = smallest;
    for (const smaller of smallerPlans(smallest)) {
      const candidate = smaller(smallest);
      if (JSON.stringify(candidate) === JSON.stringify(smallest)) continue;
      const { violations } = await simulate(program, seed, { plan: candidate });
      if (violations.length > 0) smallest = candidate;
    }
    if (smallest === before) break;
  }
  const report = await simulate(program, seed, { plan: smallest, lines: true });
  return { ...report, plan: smallest };
}

function smallerPlans(plan: Plan): ((from: Plan) => Plan)[] {
  return [
    ...plan.processes
      .slice(1)
      .map(() => (from: Plan) => ({ ...from, processes: from.processes.slice(0, -1) })),
    ...probabilities.map((name) => (from: Plan) => ({ ...from, network: { ...from.network, [name]: 0 } })),
    (from) => ({ ...from, network: { ...from.network, outages: [] } }),
    (from) => ({ ...from, disturbances: 0 }),
    (from) => ({ ...from, cutOffs: 0 }),
    (from) => ({ ...from, deletions: 0 }),
    (from) => ({ ...from, frontEndsMs: [0], storeRate: 1, storeSteps: { everyMs: 1_000, byMs: 0 } }),
    (from) => ({ ...from, processes: from.processes.map(({ expiry }) => ({ expiry })) }),
    (from) => ({ ...from, faultsEndMs: from.faultsEndMs / 2, endMs: from.faultsEndMs / 2 + 10_000 }),
  ];
}
