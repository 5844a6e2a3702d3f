/**
 * T3. Hosts whose wall clocks are an hour ahead and an hour behind ask for a lease while A is live, by both rules of expiry:
 * refused. And a holder with such a clock does not outlive its window.
 */
import { clockAheadBy } from "../processes/other-clock.ts";
import { broken, lease, leaseRecord, longTtlMs, type Trial, ttlMs, waitMs } from "./trial.ts";

const hour = 3_600;
const clocks = [
  ["an hour ahead", hour],
  ["an hour behind", -hour],
] as const;

/** @throws Error where libfaketime is missing. */
function apart(seconds: number): Readonly<Record<string, string>> {
  const environment = clockAheadBy(seconds);
  if (!environment)
    throw new Error("libfaketime is missing: install Debian's package faketime (bash .ci/servers does)");
  return environment;
}

/** A renews over it, and is not to lose it by itself. */
const renewedTtlMs = 2 * ttlMs;

export async function skewedChallengers(trial: Trial): Promise<readonly string[]> {
  const challengers = clocks.flatMap(([name, seconds]) =>
    (["store-clock", "observed"] as const).map((expiry) =>
      trial.start(`${name}, by ${expiry}`, { expiry, environment: apart(seconds) }),
    ),
  );
  const a = await trial.start("A");
  const others = await Promise.all(challengers);
  const { token } = await a.ask("acquire", { key: lease, ttlMs: renewedTtlMs });
  const holding = a.ask("hold", { key: lease });
  // Longer than a ttl, over which A renews.
  const asked = await Promise.all(
    others.map((other) => other.ask("acquire", { key: lease, ttlMs, waitMs: 1.5 * renewedTtlMs })),
  );
  await a.ask("holdNoMore", { key: lease });
  await holding;
  const status = await a.ask("inspect", { key: lease });
  return [
    ...broken({
      "a host whose clock is apart was let in while A was live": asked.some(
        (answer) => answer.token !== null,
      ),
      "A does not hold the lease any more": status.token !== token || status.state !== "held",
    }),
    ...trial.violations(),
  ];
}

export async function skewedHolder(trial: Trial): Promise<readonly string[]> {
  const ended = await Promise.all(
    clocks.map(async ([name, seconds], index) => {
      const [a, b] = await Promise.all([
        trial.start(`A, ${name}`, { environment: apart(seconds) }),
        trial.start(`B after ${name}`),
      ]);
      const key = `${lease}-${index}`;
      await a.ask("acquire", { key, ttlMs });
      // From here on it hears nothing of its renewals, and cannot learn from the store that it has lost.
      await a.ask("shut", { names: [leaseRecord.replace(lease, key)] });
      a.pause();
      await b.ask("acquire", { key, ttlMs: longTtlMs, waitMs });
      const holding = b.ask("hold", { key });
      await b.ask("inspect", { key });
      a.resume();
      const { ended } = await a.ask("hold", { key, ms: 50 });
      await b.ask("holdNoMore", { key });
      await holding;
      return ended;
    }),
  );
  return [
    ...broken({ "a holder was sure of its lease after its window": ended.includes("held") }),
    ...trial.violations(),
  ];
}
