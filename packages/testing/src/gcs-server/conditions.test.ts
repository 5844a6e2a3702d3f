import { describe, expect, it } from "vitest";
import { type Conditions, conditionHeadersIn, conditionsIn, verdictOf } from "./conditions.ts";

const found = { generation: "7", metageneration: 2 };

describe("a condition", () => {
  it.each<[Conditions, typeof found | undefined, string]>([
    [{}, found, "met"],
    [{}, undefined, "met"],
    [{ ifGenerationMatch: "7" }, found, "met"],
    [{ ifGenerationMatch: "6" }, found, "unmet"],
    [{ ifGenerationMatch: "0" }, found, "unmet"],
    [{ ifGenerationMatch: "0" }, undefined, "met"],
    [{ ifGenerationMatch: "7" }, undefined, "unmet"],
    [{ ifGenerationNotMatch: "7" }, found, "unchanged"],
    [{ ifGenerationNotMatch: "6" }, found, "met"],
    [{ ifGenerationNotMatch: "0" }, found, "met"],
    [{ ifGenerationNotMatch: "0" }, undefined, "unchanged"],
    [{ ifGenerationNotMatch: "6" }, undefined, "unmet"],
    [{ ifMetagenerationMatch: "2" }, found, "met"],
    [{ ifMetagenerationMatch: "1" }, found, "unmet"],
    [{ ifMetagenerationMatch: "1" }, undefined, "unmet"],
    [{ ifMetagenerationMatch: "0" }, undefined, "unmet"],
    [{ ifMetagenerationNotMatch: "2" }, found, "unchanged"],
    [{ ifMetagenerationNotMatch: "1" }, found, "met"],
    [{ ifMetagenerationNotMatch: "1" }, undefined, "unmet"],
    [{ ifGenerationMatch: "7", ifMetagenerationMatch: "2" }, found, "met"],
    [{ ifGenerationMatch: "7", ifMetagenerationMatch: "1" }, found, "unmet"],
    [{ ifGenerationNotMatch: "7", ifMetagenerationMatch: "1" }, found, "unmet"],
    [{ ifGenerationMatch: "7", ifMetagenerationNotMatch: "2" }, found, "unchanged"],
  ])("%j on %j is %s", (conditions, object, verdict) => {
    expect(verdictOf(conditions, object)).toBe(verdict);
  });

  it("is read from the query as the number's text, however large", () => {
    const query = new URLSearchParams(
      "ifGenerationMatch=9007199254740993&ifMetagenerationNotMatch=007&fields=x",
    );
    expect(conditionsIn(query)).toEqual({
      ifGenerationMatch: "9007199254740993",
      ifMetagenerationNotMatch: "7",
    });
  });

  it.each(["", "x", "-1", "1.5", "1e3"])("that is no number, %j, is named and refused", (value) => {
    const query = new URLSearchParams({ ifGenerationMatch: value });
    expect(() => conditionsIn(query)).toThrow(/^ifGenerationMatch=.* is not a whole number from 0 on$/);
  });

  it("is read from the headers of the XML API", () => {
    expect(
      conditionHeadersIn({ "x-goog-if-generation-match": "7", "x-goog-if-metageneration-match": "2" }),
    ).toEqual({ ifGenerationMatch: "7", ifMetagenerationMatch: "2" });
    expect(conditionHeadersIn({ host: "x" })).toEqual({});
  });
});
