/** Decides what is asked of one object. */
import type { Situation } from "../object-server/protocol.ts";
import type { AskedFor, GcsAsked } from "./asked.ts";
import { type Conditions, type Verdict, verdictOf } from "./conditions.ts";
import { type GcsObject, patched } from "./gcs-object.ts";
import { json, missing, type Outcome, refused } from "./outcome.ts";
import { changedTooOften, conditionNotMet } from "./problem.ts";
import type { GcsFacts } from "./profile.ts";
import { mediaHeaders, resourceOf } from "./resource.ts";

type Found = Situation<GcsObject>;

/** Of the size of the microseconds that the service counts in today, so that what rounds numbers is found out. */
const firstGeneration = 1_790_000_000_000_000;

export function readObject(asked: AskedFor<"objects.get">, situation: Found, facts: GcsFacts): Outcome {
  const found = meant(asked, situation);
  if (!found) return missing(asked, facts, "object");
  const verdict = verdictIn(asked, situation, facts.readConditions);
  if (verdict === "unmet") return unmet(asked);
  if (verdict === "unchanged") return { decided: "unchanged", answer: { status: 304, headers: {} } };
  if (asked.as === "resource") {
    return { decided: "found", answer: json(asked, facts, resourceOf(found, facts, asked.origin)) };
  }
  const headers = mediaHeaders(found, facts, asked.way);
  return { decided: "found", answer: { status: 200, headers, body: found.body } };
}

export function insertObject(asked: AskedFor<"objects.insert">, situation: Found, facts: GcsFacts): Outcome {
  const { nowMs, revision, found } = situation;
  if (isTooSoon(situation, facts)) return tooSoon(asked);
  const looked = lookedAt(asked.conditions, situation, facts);
  const verdict = situation.ignoreConditions ? "met" : verdictOf(looked, found);
  if (verdict !== "met") {
    return verdict === "unchanged" && facts.unchangedUpload === 304 ? notModified() : unmet(asked);
  }
  const object: GcsObject = {
    ...asked.settings,
    bucket: asked.bucket,
    name: asked.key,
    // It grows here, which the service does not promise: what stands on that has to be found by reading the code.
    generation: String(firstGeneration + revision),
    metageneration: 1,
    body: asked.body,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  const answer = json(asked, facts, resourceOf(object, facts, asked.origin));
  return { decided: "written", answer, effect: { object } };
}

/** Those of an upload that the provider looks at. */
function lookedAt(conditions: Conditions, { found }: Found, facts: GcsFacts): Conditions {
  const { ifMetagenerationMatch, ifMetagenerationNotMatch, ...onGeneration } = conditions;
  const looked = facts.uploadMetageneration === "honoured" ? conditions : onGeneration;
  const { ifGenerationNotMatch: unless, ...others } = looked;
  const passedOver = facts.unlessOnNothing === "written" && !found && unless !== undefined && unless !== "0";
  return passedOver ? others : looked;
}

export function patchObject(asked: AskedFor<"objects.patch">, situation: Found, facts: GcsFacts): Outcome {
  const found = meant(asked, situation);
  if (!found) return missing(asked, facts, "object");
  if (isTooSoon(situation, facts)) return tooSoon(asked);
  const verdict = verdictIn(asked, situation, facts.patchConditions);
  if (verdict !== "met") return verdict === "unchanged" ? notModified() : unmet(asked);
  const object: GcsObject = {
    ...found,
    ...patched(found, asked.patch, facts.nullInMetadata),
    metageneration: facts.metageneration === "grows" ? found.metageneration + 1 : 1,
    updatedAtMs: facts.updatedByPatch === "moves" ? situation.nowMs : found.updatedAtMs,
  };
  const answer = json(asked, facts, resourceOf(object, facts, asked.origin));
  return { decided: "patched", answer, effect: { object } };
}

export function deleteObject(asked: AskedFor<"objects.delete">, situation: Found, facts: GcsFacts): Outcome {
  if (!meant(asked, situation)) return missing(asked, facts, "object");
  if (isTooSoon(situation, facts)) return tooSoon(asked);
  const verdict = verdictIn(asked, situation, facts.deleteConditions);
  if (verdict !== "met") return verdict === "unchanged" ? notModified() : unmet(asked);
  const answer = facts.deleted === 204 ? { status: 204, headers: {} } : nullAnswer;
  return { decided: "deleted", answer, effect: { object: undefined } };
}

const nullAnswer = { status: 200, headers: { "Content-Type": "application/json" }, body: "null" };

/** The live object, unless another generation of it is asked for: without versioning there is none. */
function meant({ generation }: GcsAsked, { found }: Found): GcsObject | undefined {
  return generation === undefined || generation === found?.generation ? found : undefined;
}

function verdictIn(
  { conditions }: { readonly conditions: Conditions },
  { found, ignoreConditions }: Found,
  honoured: "honoured" | "ignored",
): Verdict {
  return ignoreConditions || honoured === "ignored" ? "met" : verdictOf(conditions, found);
}

/** Before the condition is looked at: who is too fast learns nothing of it. */
function isTooSoon({ nowMs, changedAtMs }: Found, { changeEveryMs }: GcsFacts): boolean {
  return changedAtMs !== undefined && nowMs - changedAtMs < changeEveryMs;
}

function tooSoon(asked: GcsAsked): Outcome {
  return refused(asked, "too soon", changedTooOften(asked.bucket, asked.key));
}

function unmet(asked: GcsAsked): Outcome {
  return refused(asked, "refused", conditionNotMet);
}

function notModified(): Outcome {
  return { decided: "refused", answer: { status: 304, headers: {} } };
}
