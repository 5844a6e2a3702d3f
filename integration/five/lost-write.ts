/**
 * T5. A primary that acknowledges, fails before it has replicated, and is replaced by its stale replica: B is let in while A
 * is live. That is reported as a finding about the store, by A, as soon as it hears of it.
 */
import { broken, lease, type Trial } from "./trial.ts";

/** A's window must outlast the failing of the store, and a renewal comes soon after. */
const ttlMs = 20_000;
/**
 * B has not renewed by then. Where it has done so as often as A, both have the same token and the same count: A learns that
 * another has the lease, and nobody can see any more that the store went back.
 */
const quietTtlMs = 120_000;

export async function lostWrite(trial: Trial): Promise<readonly string[]> {
  const store = await trial.losingStore();
  const [a, b] = await Promise.all([trial.start("A"), trial.start("B")]);
  await a.ask("acquire", { key: lease, ttlMs });
  await a.ask("release", { key: lease });
  await store.replicate();
  const { token } = await a.ask("acquire", { key: lease, ttlMs });
  await a.ask("renewal", {});
  a.pause();
  await store.fail();
  const second = await b.ask("acquire", { key: lease, ttlMs: quietTtlMs });
  a.resume();
  const { ended } = await a.ask("hold", { key: lease, ms: 0 });
  const { reason, message } = await a.ask("loss", { key: lease });
  return broken({
    "the store let nobody in while A was live, so that nothing was shown":
      second.token !== token || ended !== "held",
    "the history checker sees nothing of it": trial.violations().length === 0,
    "A does not say that the store was rolled back": reason !== "rolled-back",
    "A does not say that this store cannot host a lease": !/cannot host a lease/.test(message),
  });
}
