#!/usr/bin/env node
// `node scripts/run.mjs TASK [arguments]`: what every root script calls. It needs only Node and npm; all that a task
// stands on (pnpm, dependencies, the build) is made first and, while nothing changes, costs milliseconds.
// The import is dynamic, so that a Node too old for the other files still gets to say why it is refused.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `fencepost: Node ${process.versions.node} is too old: install 20.19 or newer and run this again.`,
  );
  process.exitCode = 1;
} else {
  void import("./tasks.mjs").then(({ runTask }) => runTask(process.argv[2], process.argv.slice(3)));
}
