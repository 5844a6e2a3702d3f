/** Where a key without an object starts to count its fencing tokens (protocol, section 3). */
import { expect, expectKind } from "../expect.ts";
import { NotApplicable, type Rule, type Scope } from "../rule.ts";
import { create, remove, replace, text } from "../steps.ts";

/** The quiet time that the protocol asks for before a deleted key's tokens are past: 2 s, and a margin of 1 s. */
const quietMs = 3_000;
const lookEveryMs = 250;
const grantsInLineage = 5;

export const seedRules: readonly Rule[] = [
  {
    name: "an absent answer carries a token seed that is a safe integer, or none",
    async check(scope) {
      const seed = await seedOf(scope, scope.key("nothing"));
      expect(Number.isSafeInteger(seed) && seed >= 1, "the token seed", "a safe integer of at least 1", seed);
    },
  },
  {
    name: "the token seed of a deleted object is above every token that its lineage can have reached",
    async check(scope) {
      const key = scope.key("lineage");
      // Each grant is an accepted write and adds one to the token, so this is the newest token of the lineage.
      let token = await seedOf(scope, key);
      let version = await create(scope, key, text(`token ${token}`));
      for (let grant = 1; grant < grantsInLineage; grant += 1) {
        token += 1;
        version = await replace(scope, key, text(`token ${token}`), version);
      }
      await remove(scope, key, version);
      let seed = await seedOf(scope, key);
      for (let waitedMs = 0; seed <= token && waitedMs < quietMs; waitedMs += lookEveryMs) {
        await scope.clock.sleep(lookEveryMs, scope.signal);
        seed = await seedOf(scope, key);
      }
      expect(seed > token, `the token seed, ${quietMs} ms after the delete at most`, `above ${token}`, seed);
    },
  },
];

async function seedOf(scope: Scope, key: string): Promise<number> {
  const answer = await scope.store.get(key, { signal: scope.signal });
  const { tokenSeed } = expectKind(answer, "absent", `a read of ${key}`);
  if (tokenSeed === undefined) {
    throw new NotApplicable(
      "the store gives no token seed: a deleted key's tokens start at 1 again, with a warning",
    );
  }
  return tokenSeed;
}
