// The part of docs/proof.md on T1 to T5: written from their table, which the five tests themselves are played from.
import { fiveTests } from "./five-tests.mjs";

/** @typedef {import("./prove.mjs").Finding} Finding */

const title = "## The five tests";

const intro = `T1 to T5 are promises to whoever uses a lease, and each is played twice. In virtual time, on the store in memory, by the
test that is named. And by real processes, which are stopped and woken (SIGSTOP, SIGCONT) or have clocks that are an hour apart
(libfaketime), on MinIO, fake-gcs-server and SQLite: \`integration/five-tests.test.ts\`. For T5 the server is killed (SIGKILL) and the
data folder of MinIO, and of fake-gcs-server with its filesystem backend, is restored from an older copy, SQLite's file from an
older backup, and the test kit's strict servers of S3 and GCS are rolled back.

Then one mechanism is taken out of the processes that are named, and the same is played again, on every one of those stores.
*Broken* is all that the play then finds: the test demands just these, so a play that fails for another reason proves nothing.
The patch in brackets takes the same out in virtual time, where the test of that row fails.

This part is written from \`proof/five-tests.mjs\`, which the plays take from as well, by the same command as the rest. What it
says of real processes is held to be true by \`npm run test:integration\`, what it says of virtual time, and the page itself, by
\`npm run test:proof\`: both are steps of \`.ci/run\`.`;

/** @returns {string} */
export function fivePage() {
  const promises = fiveTests.map(({ name, promise, simulated }) => [name, promise, wordsOf(simulated)]);
  const removals = fiveTests.flatMap(({ name, removals }) =>
    removals.map(({ what, patch, of, breaks, simulated }) => [
      name,
      what,
      `\`${patch.replace("{adapter}", "*")}\` (\`${simulated}\`)`,
      of ?? "all",
      breaks.join("; "),
    ]),
  );
  return [
    title,
    intro,
    table(["Test", "Promise", "In virtual time"], promises),
    table(["Test", "Taken out", "Patch", "Of", "Broken"], removals),
  ].join("\n\n");
}

/**
 * What of it is not true any more, as sentences.
 *
 * @param {string} page
 * @param {readonly Finding[]} findings
 */
export function staleInFive(page, findings) {
  const unproved = fiveTests.flatMap(({ name, simulated, removals }) =>
    removals.flatMap((removal) => {
      const finding = findings.find(({ patch }) => patch.name === removal.simulated);
      const { file, test } = simulated;
      return finding?.tested.refuted.some((failed) => failed.file === file && failed.test === test)
        ? []
        : [`${name} in virtual time does not fail without ${removal.what} (${removal.simulated})`];
    }),
  );
  const isCurrent = page.includes(`\n${fivePage()}\n`);
  return [
    ...unproved,
    ...(isCurrent
      ? []
      : ["the five tests have changed: write the page again with `npm run proof -- --write`"]),
  ];
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @param {{ file: string, test: string }} simulated */
function wordsOf({ file, test }) {
  return `\`${file}\`: ${test}`;
}
