import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { captured, foreground } from "./child.mjs";
import { root } from "./root.mjs";

const node = process.execPath;

describe("a child in the foreground", () => {
  it("gives its exit code", async () => {
    expect(await foreground(node, ["-e", "process.exit(3)"])).toBe(3);
  });

  it("gives 128 and the number of the signal that ended it", async () => {
    expect(await foreground(node, ["-e", 'process.kill(process.pid, "SIGKILL")'])).toBe(137);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"])(
    "gets %s handed on, and its answer to it counts",
    async (signal) => {
      const child = `process.on("${signal}", () => process.exit(7)); console.log("ready"); setInterval(() => {}, 1000);`;
      const parent = `
      import { foreground } from ${JSON.stringify(join(root, "scripts/child.mjs"))};
      process.exitCode = await foreground(process.execPath, ["-e", ${JSON.stringify(child)}]);`;
      const running = spawn(node, ["--input-type=module", "-e", parent], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(running.stdout, "data");
      running.kill(/** @type {NodeJS.Signals} */ (signal));
      expect(await once(running, "close")).toEqual([7, null]);
    },
  );
});

describe("a captured child", () => {
  it("gives its exit code and all that it said", async () => {
    const said = await captured(node, ["-e", 'console.log("out"); console.error("err"); process.exit(4)']);
    expect(said).toEqual({ code: 4, output: expect.stringMatching(/^(out\nerr\n|err\nout\n)$/) });
  });
});
