#!/usr/bin/env node
// `node scripts/run.mjs TASK [arguments]`: what every root script calls. It needs only Node and npm; all that a task
// stands on (pnpm, dependencies, the build) is made first and, while nothing changes, costs milliseconds.
// Imports are dynamic, so that a Node too old for the other files still gets to read why it is refused.

const oldest = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `fencepost: Node ${process.versions.node} is too old: install Node ${oldest.join(".")} or newer and run this again.`,
  );
  process.exitCode = 1;
} else {
  void import("./tasks.mjs").then(({ runTask }) => runTask(process.argv[2], process.argv.slice(3)));
}
