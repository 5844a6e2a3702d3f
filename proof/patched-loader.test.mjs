import { expect, test } from "vitest";
import { captured } from "../scripts/child.mjs";

const loader = "./proof/patched-loader.mjs";

/** @param {string[]} args @param {string} [patch] */
const run = (args, patch) => {
  const { FENCEPOST_PATCH: _, ...env } = process.env;
  return captured(process.execPath, ["--import", loader, ...args], {
    env: { ...env, ...(patch !== undefined && { FENCEPOST_PATCH: patch }) },
  });
};

test("a real process runs without the rule that is taken out, and its control with it", async () => {
  const program = ["proof/two-grants.mjs"];
  expect(await run(program)).toEqual({ code: 0, output: "[1,2]\n" });
  expect(await run(program, "no-new-token")).toEqual({ code: 0, output: "[1,1]\n" });
});

test("a process that never loads what is patched fails, as it would look like a control", async () => {
  const { code, output } = await run(["-e", "0"], "no-new-token");
  expect(code).toBe(70);
  expect(output).toContain("the patch no-new-token was not put on");
});

test("a patch that nobody knows stops the process before its program", async () => {
  const { code, output } = await run(["proof/two-grants.mjs"], "no-such-patch");
  expect(code).toBe(1);
  expect(output).toContain('there is no patch "no-such-patch"');
  expect(output).not.toContain("[1,2]");
});
