import { type FencingToken, LeaseLostError, type LossReason } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { lossWords } from "./loss-words.ts";

const token = 7 as FencingToken;
const returned = { state: "returned", value: 143 } as const;
const lost = (reason: LossReason, more: object = {}): LeaseLostError =>
  new LeaseLostError("for programmers", { key: "k", reason, token, work: returned, ...more });

const atTheEnd = { workTimeoutMs: undefined, ended: false };
const during = { workTimeoutMs: undefined, ended: true };

describe("a lost lease is told to the person at the shell", () => {
  test("as the option, if the command ran for too long", () => {
    expect(lossWords(lost("timeout"), { ...during, workTimeoutMs: 2_000 })).toBe(
      "the command ran longer than --work-timeout 2s and was ended (SIGTERM); see what it did before you run it again",
    );
  });

  test.each<[LossReason, string]>([
    ["expired", "it could not be renewed in time"],
    ["superseded", "another holder has it"],
    ["deleted", "its record was deleted"],
    ["released", "somebody released it by force"],
    ["frozen", "fencepost, or its clock, stood still"],
    ["handed-over", "it was handed over"],
    ["rolled-back", "the store went back to an older state"],
  ])("with the reason %s, what became of the command, and what to do", (reason, words) => {
    const text = lossWords(lost(reason), during);
    expect(text).toContain(`the lease "k" was lost: ${words}`);
    expect(text).toContain(`; the command was ended (${reason === "frozen" ? "SIGKILL" : "SIGTERM"}); `);
    expect(text).toMatch(/; see what it did before you run it again$/);
  });

  test("with who has it now, whose name obeys no terminal", () => {
    const successor = { holder: "\u001b[2Jnext", token: 8 as FencingToken };
    expect(lossWords(lost("superseded", { successor }), during)).toContain("(\\u001b[2Jnext, token 8)");
  });

  test("without a claim that the command was ended, if it was not", () => {
    expect(lossWords(lost("expired"), atTheEnd)).toContain("; the command had ended by itself; ");
    const running = { work: { state: "running" } };
    expect(lossWords(lost("timeout", running), during)).toContain("--work-timeout and could not be ended; ");
    expect(lossWords(lost("expired", running), during)).toContain("; the command could not be ended; ");
  });
});
