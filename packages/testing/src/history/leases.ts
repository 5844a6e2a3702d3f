/** Whether grants of one lease kept their promises: tokens grow, and no two holders are sure at the same moment. */
import { type Answered, answeredOf, isAnswered, type Operation } from "./operation.ts";
import type { Violation } from "./violation.ts";
import { pairThatWentBack } from "./went-back.ts";

type Grant = Answered<"acquire"> & { readonly answer: { readonly token: number } };

/** At most one violation of each kind, the first that shows. */
export function checkLease(key: string, operations: readonly Operation[]): readonly Violation[] {
  const grants = answeredOf(operations, "acquire").filter(
    (each): each is Grant => each.answer.token !== null,
  );
  const found = [
    tokenGrantedTwice(key, grants),
    tokenWentBack(key, grants),
    overlap(key, beliefsOf(operations, grants)),
  ];
  return found.filter((violation) => violation !== undefined);
}

function tokenGrantedTwice(key: string, grants: readonly Grant[]): Violation | undefined {
  const byToken = new Map<number, Grant>();
  for (const grant of grants) {
    const { token } = grant.answer;
    const earlier = byToken.get(token);
    byToken.set(token, grant);
    if (!earlier) continue;
    return {
      kind: "token-granted-twice",
      key,
      operations: [earlier, grant],
      because: `token ${token} of "${key}" was granted to ${earlier.process} and again to ${grant.process}, so no resource can tell the two apart`,
    };
  }
  return undefined;
}

/** Only grants of which one was answered before the other was asked for have an order. */
function tokenWentBack(key: string, grants: readonly Grant[]): Violation | undefined {
  const pair = pairThatWentBack(grants, ({ answer }) => answer.token);
  if (!pair) return undefined;
  const [newer, older] = pair;
  return {
    kind: "token-went-back",
    key,
    operations: pair,
    because: `${older.process} was granted token ${older.answer.token} of "${key}" after ${newer.process} had been granted token ${newer.answer.token}`,
  };
}

/** From when to when one holder was sure of one grant: a lease that was lost never comes back. */
interface Belief {
  readonly grant: string;
  readonly process: string;
  readonly token: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly first: Operation;
  readonly last: Operation;
}

function beliefsOf(operations: readonly Operation[], grants: readonly Grant[]): Belief[] {
  const grantOf = new Map(grants.map((each) => [grantName(each.process, each.answer.token), each]));
  const beliefs = new Map<string, Belief>();
  for (const operation of operations) {
    if (operation.kind !== "hold") continue;
    const { process, token } = operation;
    const grant = grantName(process, token);
    // Of an unanswered one only its beginning is certain.
    const untilMs = isAnswered(operation) ? operation.returnedAtMs : operation.invokedAtMs;
    const granted = grantOf.get(grant);
    const belief = beliefs.get(grant) ?? {
      grant,
      process,
      token,
      fromMs: Math.min(granted?.returnedAtMs ?? Number.POSITIVE_INFINITY, operation.invokedAtMs),
      toMs: untilMs,
      first: granted ?? operation,
      last: operation,
    };
    const later = untilMs > belief.toMs;
    beliefs.set(grant, {
      ...belief,
      toMs: later ? untilMs : belief.toMs,
      last: later ? operation : belief.last,
    });
  }
  return [...beliefs.values()].sort((one, other) => one.fromMs - other.fromMs);
}

function grantName(process: string, token: number): string {
  return JSON.stringify([process, token]);
}

function overlap(key: string, beliefs: readonly Belief[]): Violation | undefined {
  let longest: Belief | undefined;
  for (const belief of beliefs) {
    if (longest && belief.fromMs < longest.toMs && longest.fromMs < belief.toMs) {
      const operations = [longest.first, longest.last, belief.first, belief.last];
      return {
        kind: "overlapping-leases",
        key,
        operations: [...new Set(operations)],
        because: `${longest.process} was still sure of "${key}" under token ${longest.token} when ${belief.process} held it under token ${belief.token}`,
      };
    }
    if (!longest || belief.toMs > longest.toMs) longest = belief;
  }
  return undefined;
}
