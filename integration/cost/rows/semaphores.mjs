// Semaphores: so many at a time.

const ttlMs = 60_000;
const permits = 6;
const section = "coordination, C";

/**
 * @typedef {import("../desk.mjs").Desk} Desk
 * @typedef {import("@fencepost/core").Coordinator} Coordinator
 */

/** @type {readonly import("../row.mjs").Row[]} */
export const semaphores = [
  {
    operation: "`acquire`, `tryAcquire` of a free slot",
    section,
    budget: { reads: "2", writes: "1" },
    async perform(desk) {
      await known(desk);
      await desk.counted(() => of(desk.process()).acquire({ ttlMs }));
    },
  },
  {
    operation: "the same, where this process had the slot last",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const semaphore = of(desk.process());
      await (await semaphore.acquire({ ttlMs })).release();
      await desk.counted(() => semaphore.acquire({ ttlMs }));
    },
  },
  {
    operation: "the same, for the first of all, who stores the number",
    section,
    budget: { reads: "2", writes: "2" },
    perform: (desk) => desk.counted(() => of(desk.process()).acquire({ ttlMs })),
  },
  {
    operation: "`acquire` with `weight` k, 2 or more, the gate with it",
    section,
    budget: { reads: "k + 2", writes: "k + 2" },
    // Two at the least: one alone needs no gate.
    from: 2,
    async perform(desk, k) {
      await known(desk);
      // The gate is opened again when its holder is in already.
      let opened = () => {};
      const semaphore = of(desk.process(({ type }) => void (type === "lease.released" && opened())));
      await desk.counted(async () => {
        const isOpen = new Promise((resolve) => {
          opened = () => resolve(undefined);
        });
        await semaphore.acquire({ ttlMs, weight: k });
        await isOpen;
      });
    },
  },
  {
    operation: "`tryAcquire`, where all n slots are taken",
    section,
    budget: { reads: "n + 1", writes: "0" },
    async perform(desk, n) {
      const semaphore = desk.process().semaphore("pool", { permits: n });
      for (let at = 0; at < n; at++) await semaphore.acquire({ ttlMs });
      const other = desk.process().semaphore("pool", { permits: n });
      if (await desk.counted(() => other.tryAcquire({ ttlMs }))) throw new Error("all were taken");
    },
  },
  {
    operation: "`release` of `weight` k",
    section,
    budget: { reads: "0", writes: "k" },
    async perform(desk, k) {
      let opened = () => {};
      const isOpen = new Promise((resolve) => {
        opened = () => resolve(undefined);
      });
      const semaphore = of(desk.process(({ type }) => void (type === "lease.released" && opened())));
      const permit = await semaphore.acquire({ ttlMs, weight: k });
      if (k > 1) await isOpen;
      await desk.counted(() => permit.release());
    },
  },
  {
    operation: "`holders` of n slots",
    section,
    budget: { reads: "n + 1", writes: "0" },
    async perform(desk, n) {
      const semaphore = desk.process().semaphore("pool", { permits: n });
      await (await semaphore.acquire({ ttlMs })).release();
      await desk.counted(() => semaphore.holders());
    },
  },
  {
    operation: "`resize`",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      await known(desk);
      await desk.counted(() => of(desk.process()).resize(permits + 1));
    },
  },
];

/** @param {Coordinator} coordinator */
function of(coordinator) {
  return coordinator.semaphore("pool", { permits });
}

/** The number of permits is stored by whoever comes first. @param {Desk} desk */
async function known(desk) {
  await (await of(desk.process()).acquire({ ttlMs })).release();
}
