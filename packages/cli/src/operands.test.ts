import { describe, expect, test } from "vitest";
import { requireOperands } from "./operands.ts";
import { UsageError } from "./usage-error.ts";

const check = (typed: string, operands: string) => (): void => {
  requireOperands(typed.split(" "), operands === "" ? [] : operands.split(" "));
};

describe("what is run", () => {
  test.each([
    ["run", ""],
    ["run --", ""],
    ["run -- ./backup.sh", "./backup.sh"],
    ["run -- bash true", "bash true"],
    ["run --ttl 5s -- bash -- true", "bash -- true"],
  ])("has no KEY in %j", (typed, operands) => {
    expect(check(typed, operands)).toThrow(UsageError);
    expect(check(typed, operands)).toThrow("the KEY is missing: fencepost run KEY -- COMMAND");
  });

  test.each([
    ["run k", "k"],
    ["run k --", "k"],
  ])("has no COMMAND in %j", (typed, operands) => {
    expect(check(typed, operands)).toThrow(UsageError);
    expect(check(typed, operands)).toThrow("the COMMAND is missing: fencepost run KEY -- COMMAND");
  });

  test.each([
    ["run k -- true", "k true"],
    ["run k true", "k true"],
    ["run k --ttl 5s -- sh -- x", "k sh -- x"],
  ])("is complete in %j", (typed, operands) => {
    expect(check(typed, operands)).not.toThrow();
  });
});
