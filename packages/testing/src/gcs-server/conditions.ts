/**
 * The conditions of a request, and whether an object meets them. One row a condition
 * (https://cloud.google.com/storage/docs/request-preconditions).
 */
import type { GcsObject } from "./gcs-object.ts";

/** The names in the JSON API's query. */
export type ConditionName =
  | "ifGenerationMatch"
  | "ifGenerationNotMatch"
  | "ifMetagenerationMatch"
  | "ifMetagenerationNotMatch";

/** A number as text for each condition that was given. */
export type Conditions = Readonly<Partial<Record<ConditionName, string>>>;

/** `unchanged`: a condition for another version met the same one. `unmet`: any other that does not hold. */
export type Verdict = "met" | "unmet" | "unchanged";

/** What is compared. An absent object is generation 0, and no metageneration at all. */
type Numbers = Pick<GcsObject, "generation" | "metageneration"> | undefined;

/** What becomes of a condition for `wanted`. */
type Row = (found: Numbers, wanted: string) => Verdict;

const rows: Readonly<Record<ConditionName, Row>> = {
  ifGenerationMatch: (found, wanted) => (generationOf(found) === wanted ? "met" : "unmet"),
  ifMetagenerationMatch: (found, wanted) => (metagenerationOf(found) === wanted ? "met" : "unmet"),
  // "If no live object exists, the precondition fails", and 0 asks for just any live object
  // (https://cloud.google.com/storage/docs/json_api/v1/objects/insert#parameters).
  ifGenerationNotMatch: (found, wanted) =>
    generationOf(found) === wanted ? "unchanged" : found ? "met" : "unmet",
  ifMetagenerationNotMatch: (found, wanted) =>
    !found ? "unmet" : metagenerationOf(found) === wanted ? "unchanged" : "met",
};

const names = Object.keys(rows) as ConditionName[];

/** The conditions of the JSON API. @throws RangeError if one is not a whole number from 0 on. */
export function conditionsIn(query: URLSearchParams): Conditions {
  const given = names.flatMap((name) => query.getAll(name).map((value) => [name, numberText(name, value)]));
  return Object.fromEntries(given);
}

/** The conditions of the XML API, which has none for another version. @throws RangeError as above. */
export function conditionHeadersIn(headers: Readonly<Record<string, string>>): Conditions {
  const generation = headers["x-goog-if-generation-match"];
  const metageneration = headers["x-goog-if-metageneration-match"];
  return {
    ...(generation !== undefined && {
      ifGenerationMatch: numberText("x-goog-if-generation-match", generation),
    }),
    ...(metageneration !== undefined && {
      ifMetagenerationMatch: numberText("x-goog-if-metageneration-match", metageneration),
    }),
  };
}

/** Whether all hold. One that is unmet weighs more than one that met an unchanged version. */
export function verdictOf(conditions: Conditions, found: Numbers): Verdict {
  const verdicts = names.flatMap((name) => {
    const wanted = conditions[name];
    return wanted === undefined ? [] : [rows[name](found, wanted)];
  });
  return verdicts.find((each) => each === "unmet") ?? verdicts.find((each) => each === "unchanged") ?? "met";
}

function generationOf(found: Numbers): string {
  return found?.generation ?? "0";
}

function metagenerationOf(found: Numbers): string | undefined {
  return found && String(found.metageneration);
}

function numberText(name: string, value: string): string {
  if (!/^\d{1,19}$/.test(value)) throw new RangeError(`${name}=${value} is not a whole number from 0 on`);
  return value.replace(/^0+(?=\d)/, "");
}
