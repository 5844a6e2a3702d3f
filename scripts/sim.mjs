// `npm run sim -- --minutes 5` runs on through new seeds on all cores and prints what it saw; `--seed N` tells one run as a
// timeline; `--program update` simulates another program than the lease. Exits with 1 if an invariant was violated.
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { describeRun } from "../packages/testing/dist/simulation/engine/report/describe-run.js";
import { explainFailure } from "../packages/testing/dist/simulation/engine/report/explain-failure.js";
import { simulate } from "../packages/testing/dist/simulation/engine/simulate.js";
import { seedsFrom, simulateSeeds } from "../packages/testing/dist/simulation/engine/simulate-seeds.js";
import { programNamed } from "../packages/testing/dist/simulation/programs/programs.js";

/** @typedef {ReturnType<typeof programNamed>} Program */

async function tellOne(/** @type {Program} */ program, /** @type {number} */ seed) {
  const report = await simulate(program, seed, { lines: true });
  console.log(describeRun(program, report));
  return report.violations.length === 0;
}

async function runOn(
  /** @type {Program} */ program,
  /** @type {number} */ minutes,
  /** @type {number} */ from,
) {
  const workers = availableParallelism();
  const began = performance.now();
  const reports = await Promise.all(
    Array.from({ length: workers }, (_, at) => {
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { name: program.name, from: from + at, step: workers, minutes },
      });
      return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    }),
  );
  const sum = (/** @type {(report: any) => number} */ of) =>
    reports.reduce((all, report) => all + of(report), 0);
  const seconds = (performance.now() - began) / 1_000;
  const steps = sum((report) => report.steps);
  console.log(
    `seeds from ${from}: ${sum((report) => report.seeds)}, steps: ${steps}, ${Math.round(steps / seconds)} a second`,
  );
  for (const name of Object.keys(reports[0].counts))
    console.log(`  ${name}: ${sum((report) => report.counts[name] ?? 0)}`);
  const failed = reports.flatMap((report) => report.failed);
  console.log(`violations: ${failed.length === 0 ? "none" : failed.map(({ seed }) => seed).join(", ")}`);
  if (failed[0]) console.log(await explainFailure(program, failed[0]));
  return failed.length === 0;
}

if (isMainThread) {
  const { values } = parseArgs({
    options: {
      program: { type: "string", default: "lease" },
      minutes: { type: "string", default: "1" },
      seed: { type: "string" },
      from: { type: "string", default: "1000000" },
    },
  });
  const program = programNamed(values.program);
  const passed = values.seed
    ? await tellOne(program, Number(values.seed))
    : await runOn(program, Number(values.minutes), Number(values.from));
  process.exitCode = passed ? 0 : 1;
} else {
  const { name, from, step, minutes } = workerData;
  const until = performance.now() + minutes * 60_000;
  const seeds = seedsFrom(from, Number.POSITIVE_INFINITY, step);
  parentPort?.postMessage(await simulateSeeds(programNamed(name), seeds, () => performance.now() > until));
}
