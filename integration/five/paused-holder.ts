/**
 * T1. A acquires and claims, and is stopped past its ttl; B acquires, claims and writes; A goes on and writes.
 *
 * Three documents, as A's mechanisms stand behind each other: of two, A's write has passed every check of its own and is
 * about to be sent when A is stopped, so that only the store can refuse it. One of them B writes, the other B has
 * only claimed by then. The write to the third begins when A is awake again, and must not even be sent.
 */
import { broken, lease, longTtlMs, type Trial, ttlMs, waitMs } from "./trial.ts";

const [written, claimed, checked] = ["written", "claimed", "checked"] as const;

export async function pausedHolder(trial: Trial): Promise<readonly string[]> {
  const [a, b] = await Promise.all([trial.start("A"), trial.start("B")]);
  // Asked for while many processes start, on a machine that may be busy.
  await a.ask("acquire", { key: lease, ttlMs: 2 * ttlMs });
  for (const document of [written, claimed, checked]) {
    await a.ask("claim", { document, lease });
    await a.ask("write", { document, value: { by: "A", step: 1 } });
  }
  await a.ask("shut", { names: [written, claimed] });
  const late = [written, claimed].map((document) =>
    a.ask("write", { document, value: { by: "A", step: 2 } }),
  );
  await a.ask("caught", { count: late.length });
  a.pause();

  const { token } = await b.ask("acquire", { key: lease, ttlMs: longTtlMs, waitMs });
  for (const document of [written, claimed, checked]) await b.ask("claim", { document, lease });
  for (const document of [written, checked]) await b.ask("write", { document, value: { by: "B" } });

  a.resume();
  const answers = await a.ask("letGo", {});
  const told = await Promise.all(late);
  const third = await a.ask("write", { document: checked, value: { by: "A", step: 3 } });
  await b.ask("write", { document: claimed, value: { by: "B" } });

  const standing = await Promise.all(
    [written, claimed, checked].map((document) => b.ask("read", { document })),
  );
  const isOfB = standing.map((seen) => seen.token === token && (seen.value as { by: string }).by === "B");
  return [
    ...broken({
      "the store took A's write after B's": answers[0] === "written",
      "the store took A's write after B's claim": answers[1] === "written",
      "what B wrote does not stand": !isOfB.every(Boolean),
      "A was told neither fenced nor lease-lost": ![...told, third].every(
        ({ ended }) => ended === "fenced" || ended === "lease-lost",
      ),
      "A sent a write that its own check should have stopped": third.sent > 0,
    }),
    ...trial.violations(),
  ];
}
