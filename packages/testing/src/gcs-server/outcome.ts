/** Ways to end a decision. */
import type { Answer, Decision } from "../object-server/protocol.ts";
import type { GcsAsked } from "./asked.ts";
import { masked } from "./fields.ts";
import type { GcsObject } from "./gcs-object.ts";
import { noBucket, noObject, type Problem, problemAnswer } from "./problem.ts";
import type { GcsFacts } from "./profile.ts";

/** A decision but for what it costs, which its operation says. */
export type Outcome = Omit<Decision<GcsObject>, "cost">;

export function refused(asked: GcsAsked, decided: string, problem: Problem): Outcome {
  return { decided, answer: problemAnswer(asked.way, problem) };
}

/** What the fields of the request let through. */
export function json(asked: GcsAsked, { partialAnswers }: GcsFacts, value: object): Answer {
  const shown = partialAnswers === "honoured" ? masked(value, asked.fields) : value;
  return {
    status: 200,
    headers: { "Content-Type": "application/json; charset=UTF-8" },
    body: JSON.stringify(shown),
  };
}

/** There is no such bucket, or no such object in it. */
export function missing(asked: GcsAsked, facts: GcsFacts, what: "bucket" | "object"): Outcome {
  const problem = what === "bucket" ? noBucket : noObject(asked.bucket, asked.key);
  const decided = what === "bucket" ? "no bucket" : "absent";
  const forBytes = asked.operation === "objects.get" && asked.as === "bytes";
  if (forBytes && facts.missingMedia === "not found") return { decided, answer: plain("Not Found\n") };
  if (forBytes && asked.way === "JSON") return { decided, answer: plain(problem.message) };
  const message = facts.missing === "not found" ? "Not Found" : problem.message;
  return refused(asked, decided, { ...problem, message });
}

function plain(text: string): Answer {
  return { status: 404, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: text };
}
