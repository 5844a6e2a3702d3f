/** A provider's profile against the server that it describes: both are asked the same, and must answer alike. */
import type { Known } from "@fencepost/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { answersTo, factsShownBy, type Script } from "../profiles/comparison.ts";

export interface ProfileComparison<P> {
  readonly profile: { readonly name: string; readonly facts: Readonly<Record<string, Known<unknown>>> };
  readonly script: Script<P>;
  /** The real server's place; asked for once, before the first test. */
  real(): Promise<P>;
  /** Lends a server of the profile, with some facts of it changed. */
  lend<R>(changes: Readonly<Record<string, unknown>>, use: (place: P) => Promise<R>): Promise<R>;
  /** For each compared fact another value, as some other provider has it: the script must see the difference. */
  readonly others: Readonly<Record<string, unknown>>;
}

export function profileChapter<P>(comparison: ProfileComparison<P>): void {
  const { profile, script, lend, others } = comparison;
  const compared = Object.keys(profile.facts).filter((fact) => profile.facts[fact]?.proof === "compared");
  const shown = factsShownBy(script);
  let real: ReadonlyMap<string, unknown>;
  let ours: ReadonlyMap<string, unknown>;

  /** The facts of the steps that are not answered as the real server answers them. */
  const inDispute = (answers: ReadonlyMap<string, unknown>): readonly string[] =>
    script.filter(({ name }) => !same(answers.get(name), real.get(name))).flatMap(({ shows }) => shows);

  describe(`profile ${profile.name}`, () => {
    beforeAll(async () => {
      real = await answersTo(script, await comparison.real());
      ours = await lend({}, (place) => answersTo(script, place));
    });

    test("every fact that is labelled as compared has a step that shows it, and no step shows another one", () => {
      expect(compared.filter((fact) => !shown.includes(fact))).toEqual([]);
      expect(shown.filter((fact) => !Object.hasOwn(profile.facts, fact))).toEqual([]);
      expect(new Set(script.map(({ name }) => name)).size).toBe(script.length);
    });

    test.each(script.map(({ name, shows }) => [name, shows.join(", ") || "alike"] as const))(
      "%s (%s)",
      (name) => {
        expect(String(real.get(name))).not.toMatch(/^threw/);
        expect(ours.get(name)).toEqual(real.get(name));
      },
    );

    test.each(compared)("were %s otherwise, a step would say so", async (fact) => {
      const { [fact]: other } = others;
      expect(other).not.toEqual(profile.facts[fact]?.value);
      const answers = await lend({ [fact]: other }, (place) => answersTo(script, place));
      expect(inDispute(answers)).toContain(fact);
    });
  });
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
