// Read-write locks: many who read, or one who writes.

const ttlMs = 60_000;
const readers = 4;
const section = "coordination, D";

/**
 * @typedef {import("../desk.mjs").Desk} Desk
 * @typedef {import("@fencepost/core").Coordinator} Coordinator
 */

/** @type {readonly import("../row.mjs").Row[]} */
export const readWriteLocks = [
  {
    operation: "`read.acquire`, where nobody writes",
    section,
    budget: { reads: "2", writes: "1" },
    async perform(desk) {
      await known(desk);
      await desk.counted(() => of(desk.process()).read.acquire({ ttlMs }));
    },
  },
  {
    operation: "the same, where this process read last",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const lock = of(desk.process());
      await (await lock.read.acquire({ ttlMs })).release();
      await desk.counted(() => lock.read.acquire({ ttlMs }));
    },
  },
  {
    operation: "`write.acquire` with n slots for readers, where nobody is inside",
    section,
    budget: { reads: "n + 1", writes: "1" },
    async perform(desk, n) {
      const lock = desk.process().readWriteLock("shared", { readers: n });
      await desk.counted(() => lock.write.acquire({ ttlMs }));
    },
  },
  {
    operation: "`release` of either",
    section,
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      const permit = await of(desk.process()).write.acquire({ ttlMs });
      await desk.counted(() => permit.release());
    },
  },
];

/** @param {Coordinator} coordinator */
function of(coordinator) {
  return coordinator.readWriteLock("shared", { readers });
}

/** The writer's record is made by whoever comes first. @param {Desk} desk */
async function known(desk) {
  await (await of(desk.process()).write.acquire({ ttlMs })).release();
}
