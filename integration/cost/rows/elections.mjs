// Elections: those who campaign and those who look.
import { pollMs } from "../desk.mjs";

const ttlMs = 60_000;
const section = "coordination, B";

/** @type {readonly import("../row.mjs").Row[]} */
export const elections = [
  {
    operation: "`campaign`, where nobody leads",
    section,
    budget: { reads: "1", writes: "1" },
    perform: (desk) => desk.counted(() => leading(desk)),
  },
  {
    operation: "`proclaim`: a renewal as well",
    section,
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      const { term } = await leading(desk);
      await desk.counted(() => term.proclaim("elsewhere"));
    },
  },
  {
    operation: "to resign",
    section,
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      const { term } = await leading(desk);
      await desk.counted(() => term.release());
    },
  },
  {
    operation: "`leader`",
    section,
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      const { election } = await leading(desk);
      await desk.counted(() => election.leader());
    },
  },
  {
    operation: "`observe`, each poll, however many in one process observe",
    section,
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      const { election } = await leading(desk);
      const stop = new AbortController();
      const observers = [1, 2, 3].map(async () => {
        for await (const leader of election.observe({ pollMs, signal: stop.signal })) {
          if (leader?.value !== "here") throw new Error("nobody was to come in between");
        }
      });
      await desk.due();
      await desk.counted(() => desk.due());
      stop.abort();
      await Promise.all(observers);
    },
  },
];

/** @param {import("../desk.mjs").Desk} desk */
async function leading(desk) {
  const election = desk.process().election("primary", { schema: String });
  const { signal } = new AbortController();
  return { election, term: await election.campaign({ value: "here", ttlMs, signal }) };
}
