/** What holds one after another must hold at the same time: the store decides the condition in the write itself. */
import type { PutCondition, Store } from "@fencepost/core";
import { addLines, linesOf, tallyOf } from "../../contention/increments.ts";
import { contend, winnersOf } from "../../contention/race.ts";
import { expectEqual } from "../expect.ts";
import type { Rule, Scope } from "../rule.ts";
import { create, eachOf, read, text } from "../steps.ts";
import { needConditionalDelete } from "./deletes.ts";

const contenders = 32;
const rounds = 5;
/** Contenders are spread over so many views, so that a lock inside one of them does not help. */
const views = 4;
const workers = 8;
const incrementsEach = 25;

export const raceRules: readonly Rule[] = [
  {
    name: "of 32 concurrent creates exactly one is written",
    async check(scope) {
      const stores = await openViews(scope);
      for (let round = 1; round <= rounds; round += 1) {
        await expectOneWinner(scope, stores, scope.key(`create ${round}`), "absent");
      }
    },
  },
  {
    name: "of 32 concurrent replaces of one version exactly one is written",
    writesOfOneKey: 32,
    async check(scope) {
      const stores = await openViews(scope);
      for (let round = 1; round <= rounds; round += 1) {
        const key = scope.key(`replace ${round}`);
        await expectOneWinner(scope, stores, key, { matches: await create(scope, key, text("base")) });
      }
    },
  },
  {
    name: "of 16 concurrent replaces and 16 deletes of one version exactly one is written, where deletes honour it",
    async check(scope) {
      needConditionalDelete(scope);
      const stores = await openViews(scope);
      for (let round = 1; round <= rounds; round += 1) await raceWithDeletes(scope, stores, round);
    },
  },
  {
    name: "8 workers who add 25 each end on exactly 200",
    writesOfOneKey: 2 * workers * incrementsEach,
    async check(scope) {
      const stores = await openViews(scope);
      const key = scope.key("counter");
      await create(scope, key, text("\n"));
      const lines = Array.from({ length: workers }, (_, worker) => linesOf(worker, incrementsEach));
      const attemptsMax = 2 * workers * incrementsEach;
      await eachOf([...lines.entries()], workers, ([worker, own]) =>
        addLines(viewOf(stores, worker), key, own, scope, attemptsMax),
      );
      const standing = new TextDecoder().decode((await read(scope, key)).body);
      const expected = workers * incrementsEach;
      expectEqual(
        tallyOf(standing, lines.flat()),
        { counted: expected, distinct: expected, expected },
        "increments",
      );
    },
  },
];

function openViews(scope: Scope): Promise<readonly Store[]> {
  return Promise.all(Array.from({ length: views }, () => scope.open()));
}

function viewOf(stores: readonly Store[], index: number): Store {
  return stores[index % stores.length] as Store;
}

async function expectOneWinner(
  scope: Scope,
  stores: readonly Store[],
  key: string,
  condition: PutCondition,
): Promise<void> {
  const told = await Promise.all(
    Array.from({ length: contenders }, (_, index) =>
      contend(viewOf(stores, index), key, `contender ${index}`, condition, scope),
    ),
  );
  const standing = new TextDecoder().decode((await read(scope, key)).body);
  expectEqual(winnersOf(told, standing), [standing], `the winners among ${contenders}`);
}

async function raceWithDeletes(scope: Scope, stores: readonly Store[], round: number): Promise<void> {
  const key = scope.key(`replace or delete ${round}`);
  const version = await create(scope, key, text("base"));
  const told = await Promise.all(
    Array.from({ length: contenders }, async (_, index) => {
      const store = viewOf(stores, Math.floor(index / 2));
      // Which of the two comes first changes with the round: a store that answers at once has no other order.
      if ((index + round) % 2 === 0)
        return contend(store, key, `contender ${index}`, { matches: version }, scope);
      const result = await store.delete(key, version, { signal: scope.signal });
      return { text: "deleted", verdict: result.kind };
    }),
  );
  const written = told.filter(({ verdict }) => verdict === "written");
  expectEqual(written.length, 1, `writes and deletes of one version that were accepted, of ${contenders}`);
}
