/** One simulated process looks at who leads, as long as the run lasts: by a stream, and by single questions beside it. */
import { type Election, isCoordinationError } from "@fencepost/core";
import type { Participant } from "../../engine/program.ts";
import type { Notes } from "./notes.ts";

const longestPollMs = 2_000;
const longestPauseMs = 3_000;

export async function lookOn(self: Participant, notes: Notes, election: Election<string>): Promise<void> {
  await Promise.all([observe(self, notes, election), ask(self, notes, election)]);
}

async function observe(
  { name, random, clock, isOver }: Participant,
  { views }: Notes,
  election: Election<string>,
): Promise<void> {
  const over = new AbortController();
  void (async () => {
    while (!isOver()) await clock.sleep(1_000);
    over.abort();
  })();
  const pollMs = 50 + random.unit() * longestPollMs;
  for await (const leader of election.observe({ signal: over.signal, pollMs })) views.told(name, leader);
}

async function ask(
  { name, random, clock, isOver }: Participant,
  { views, book }: Notes,
  election: Election<string>,
): Promise<void> {
  while (!isOver()) {
    await clock.sleep(random.unit() * longestPauseMs);
    const since = views.length;
    try {
      views.told(name, await election.leader(), since);
    } catch (error) {
      if (!isCoordinationError(error, "unavailable")) throw error;
    }
    // A probe that says that it leads must be right at that very moment.
    const health = election.health();
    if (health.state === "leading") book.worked(name, health.token);
  }
}
