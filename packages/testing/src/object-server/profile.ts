/** How one provider behaves, as data: what every protocol's profiles have in common, whatever facts they are made of. */
import type { PriceList } from "./cost.ts";
import { documented, type Known } from "./known.ts";

/** Everything that is known of one provider. */
export interface Profile<Facts> {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly facts: { readonly [Fact in keyof Facts]: Known<Facts[Fact]> };
  /** @default none is known */
  readonly prices?: PriceList | undefined;
}

/** The bare values, to decide by. */
export function factsOf<Facts>({ facts }: Profile<Facts>): Facts {
  const values = Object.entries<Known<unknown>>(facts).map(([fact, { value }]) => [fact, value]);
  return Object.fromEntries(values);
}

/**
 * A profile that differs from another in some facts, as of a service of your own.
 *
 * @throws TypeError for a fact that the other one does not have.
 * @example
 * profileLike(gcsProfiles.gcs, { changeEveryMs: 0 }) // Google, for a test that has no time to wait
 */
export function profileLike<Facts>(profile: Profile<Facts>, changes: Partial<Facts>): Profile<Facts> {
  const own = Object.entries(changes).map(([fact, value]) => {
    if (Object.hasOwn(profile.facts, fact)) return [fact, documented(value, "profileLike")];
    const known = Object.keys(profile.facts).join(", ");
    throw new TypeError(`the profile ${profile.name} has no fact "${fact}"; there are ${known}`);
  });
  return {
    name: `like ${profile.name}`,
    title: `like ${profile.title}`,
    facts: { ...profile.facts, ...Object.fromEntries(own) },
    prices: profile.prices,
  };
}

/**
 * The profile itself, or the one of that name.
 *
 * @throws TypeError for a name that there is not.
 */
export function profileOf<Name extends string, Facts>(
  profiles: Readonly<Record<Name, Profile<Facts>>>,
  named: Name | Profile<Facts>,
): Profile<Facts> {
  if (typeof named !== "string") return named;
  if (Object.hasOwn(profiles, named)) return profiles[named];
  const known = Object.keys(profiles).join(", ");
  throw new TypeError(
    `there is no profile "${named}"; there are ${known}, and what profileLike() makes of them`,
  );
}
