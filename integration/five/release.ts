/**
 * T2. A expires, B acquires, A runs its release path twice: B still holds, with the same version.
 *
 * A's release is about to be sent when A is stopped, so that only the store can refuse it.
 */
import { broken, lease, leaseRecord, type Trial, waitMs } from "./trial.ts";

/** Without heartbeats a record's version changes by a take-over and by nothing else. */
const fixed = { term: "fixed", workTimeoutMs: 2_000 } as const;
const longer = { term: "fixed", workTimeoutMs: 60_000 } as const;

export async function releaseAfterLoss(trial: Trial): Promise<readonly string[]> {
  const [a, b] = await Promise.all([
    trial.start("A", { requestTimeoutMs: 1_000 }),
    trial.start("B", { requestTimeoutMs: 1_000 }),
  ]);
  await a.ask("acquire", { key: lease, ...fixed });
  await a.ask("shut", { names: [leaseRecord] });
  const first = a.ask("release", { key: lease });
  await a.ask("caught", { count: 1 });
  a.pause();

  const { token } = await b.ask("acquire", { key: lease, waitMs, ...longer });
  const version = await b.ask("version", { name: leaseRecord });

  a.resume();
  await a.ask("letGo", {});
  const { outcome } = await first;
  const second = await a.ask("release", { key: lease });

  const status = await b.ask("inspect", { key: lease });
  const holding = await b.ask("hold", { key: lease, ms: 0 });
  return [
    ...broken({
      "B's record has another version": (await b.ask("version", { name: leaseRecord })) !== version,
      "B does not hold the lease any more":
        status.state !== "held" || status.token !== token || holding.ended !== "held",
      "A was told that it had released": outcome === "released" || second.outcome === "released",
      "A's second release sent a request": second.requests > 0,
    }),
    ...trial.violations(),
  ];
}
