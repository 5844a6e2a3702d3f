import { startScriptedServer } from "@fencepost/testing";
import { describe, expect, it } from "vitest";
import { routes } from "../test/google.ts";
import { check, proofs } from "../test/quirk-proofs.ts";
import { outcomeOf, type Quirk } from "./gcs-quirk.ts";
import { gcsQuirks } from "./gcs-quirks.ts";

/** No request arrives in these, so no server can play them: gcs-quirks-unanswered.test.ts has their proofs. */
const unsent = ["no-connection", "no-tls", "no-token-yet", "no-token"];

describe("the quirk table", () => {
  it("has a proof for every row, and no proof for a row that it does not have", () => {
    expect([...Object.keys(proofs), ...unsent].sort()).toEqual(Object.keys(gcsQuirks).sort());
  });

  it.each(Object.entries(gcsQuirks))(
    "says of %s why it is so, where that is written, what to do",
    (_, row) => {
      expect(row.why).not.toBe("");
      expect(row.source).toMatch(/^https:\/\/|^protocol, section \d/);
      const outcomes = typeof row.outcome === "string" ? [row.outcome] : Object.values(row.outcome);
      if (outcomes.some((o) => o === "misconfigured" || o === "unsupported")) expect(row.advice).toMatch(/./);
    },
  );
});

const rows = Object.entries(proofs).flatMap(([name, scenarios]) =>
  [...new Set(scenarios.map(([operation]) => operation))].map((operation) => {
    const mine = scenarios.filter(([on]) => on === operation);
    const row = gcsQuirks[name] as Quirk;
    return { name, operation, answer: row.answer, outcome: outcomeOf(row, operation), mine };
  }),
);

describe.each(routes)("over $by, with one request", ({ storeAt }) => {
  it.each(rows)("$operation: $answer is $outcome ($name)", async ({ mine }) => {
    for (const [operation, step, expected] of mine) {
      await using server = await startScriptedServer([step]);
      await check(storeAt(server.url), operation, expected);
      expect(server.requests).toHaveLength(1);
    }
  });
});
