import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { bin, captured } from "./child.mjs";
import { plant } from "./planted.mjs";
import { root } from "./root.mjs";

/** @type {ReturnType<typeof plant> | undefined} */
let planted;
afterEach(() => planted?.remove());

const dot = ".";
const config = `
  import { tallyTo } from ${JSON.stringify(join(root, "scripts/tally.mjs"))};
  export default {
    test: {
      globals: true,
      reporters: [tallyTo("tally")],
      projects: ["a", "b"].map((name) => ({ extends: true, test: { name, include: [name + "/*.test.js"] } })),
    },
  };`;

/**
 * Runs vitest on planted tests of two projects, then the tally.
 *
 * @param {Record<string, string>} tests
 */
async function tallyOf(tests) {
  planted = plant({ ...tests, "vitest.config.mjs": config });
  const cwd = planted.folder;
  const run = await captured(process.execPath, [bin("vitest"), "run"], { cwd });
  const { code, output } = await captured(process.execPath, [join(root, "scripts/tally.mjs")], {
    cwd,
    env: { ...process.env, FENCEPOST_TALLY: "tally" },
  });
  return { runCode: run.code, code, last: output.trimEnd().split("\n").at(-1) };
}

const passing = 'it("passes", () => {});';

describe("the tally", () => {
  it("sums up what passed in all projects", async () => {
    const tally = await tallyOf({ "a/x.test.js": passing + passing, "b/x.test.js": passing });
    expect(tally).toEqual({ runCode: 0, code: 0, last: "3 passed, 0 failed, 0 skipped" });
  });

  it("tells what failed and what was skipped", async () => {
    const failing = `it("fails", () => { throw new Error("x"); }); it${dot}skip("is skipped", () => {});`;
    const tally = await tallyOf({ "a/x.test.js": passing + failing, "b/x.test.js": passing });
    expect(tally).toEqual({ runCode: 1, code: 1, last: "2 passed, 1 failed, 1 skipped" });
  });

  it("counts a project without a test as a failure", async () => {
    const tally = await tallyOf({ "a/x.test.js": passing });
    expect(tally).toEqual({ runCode: 1, code: 1, last: "1 passed, 1 failed, 0 skipped" });
  });

  it("counts a project whose tests are all skipped as a failure", async () => {
    const tally = await tallyOf({ "a/x.test.js": passing, "b/x.test.js": `it${dot}skip("x", () => {});` });
    expect(tally).toEqual({ runCode: 1, code: 1, last: "1 passed, 1 failed, 1 skipped" });
  });

  it.each([
    ["a file that does not load", 'throw new Error("x");'],
    [
      "a suite whose set-up throws",
      `describe("s", () => { beforeAll(() => { throw new Error("x"); }); ${passing} });`,
    ],
    ["a rejection that nobody handles", `${passing} Promise.reject(new Error("x"));`],
  ])("counts %s as a failure", async (_, code) => {
    const tally = await tallyOf({ "a/x.test.js": passing, "b/x.test.js": code });
    expect(tally).toMatchObject({ runCode: 1, code: 1, last: expect.stringMatching(/, [1-9]\d* failed, /) });
  });

  it("is a failure if nothing was counted", async () => {
    planted = plant({});
    const { code, output } = await captured(process.execPath, [join(root, "scripts/tally.mjs")], {
      env: { ...process.env, FENCEPOST_TALLY: join(planted.folder, "none") },
    });
    expect({ code, output }).toEqual({ code: 1, output: "0 passed, 0 failed, 0 skipped\n" });
  });
});
