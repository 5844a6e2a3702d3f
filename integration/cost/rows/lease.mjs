// Leases, one and several, and their way to another process.

/** Long enough that no renewal is sent by itself while something is counted. */
const ttlMs = 60_000;
/** The shortest: its renewal is waited for. */
const shortMs = 3_000;

/** @type {readonly import("../row.mjs").Row[]} */
export const leases = [
  {
    operation: "`acquire`, `tryAcquire`",
    section: "protocol, 3",
    budget: { reads: "1", writes: "1" },
    perform: async (desk) => desk.counted(() => desk.process().acquire("job", { ttlMs })),
  },
  {
    operation: "the same, where this process released it last and nobody came in between",
    section: "protocol, 3",
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      const coordinator = desk.process();
      await (await coordinator.acquire("job", { ttlMs })).release();
      await desk.counted(() => coordinator.acquire("job", { ttlMs }));
    },
  },
  {
    operation: "`tryAcquire`, where somebody holds it",
    section: "protocol, 3",
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      await desk.process().acquire("job", { ttlMs });
      const lease = await desk.counted(() => desk.process().tryAcquire("job", { ttlMs }));
      if (lease) throw new Error("it was held");
    },
  },
  {
    operation: "a renewal, every third of the ttl",
    section: "protocol, 3",
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      let renewed = () => {};
      const coordinator = desk.process(({ type }) => void (type === "lease.renewed" && renewed()));
      const lease = await coordinator.acquire("job", { ttlMs: shortMs });
      await desk.counted(
        () =>
          new Promise((resolve) => {
            renewed = () => resolve(undefined);
          }),
      );
      await lease.release();
    },
  },
  {
    operation: "`release`",
    section: "protocol, 3",
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      const lease = await desk.process().acquire("job", { ttlMs });
      await desk.counted(() => lease.release());
    },
  },
  {
    operation: "`withLease`, its renewals not counted",
    section: "protocol, 3",
    budget: { reads: "1", writes: "2" },
    perform: (desk) => desk.counted(() => desk.process().withLease("job", { ttlMs }, () => {})),
  },
  {
    operation: "`inspect`",
    section: "protocol, 3",
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      await desk.process().acquire("job", { ttlMs });
      await desk.counted(() => desk.process().inspect("job"));
    },
  },
  {
    operation: "`forceRelease`",
    section: "coordination, G",
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const { token } = await desk.process().acquire("job", { ttlMs });
      await desk.counted(() => desk.process().forceRelease("job", token, { why: "stuck" }));
    },
  },
  {
    operation: "`handOver`",
    section: "coordination, F",
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      const lease = await desk.process().acquire("job", { ttlMs });
      await desk.counted(() => lease.handOver());
    },
  },
  {
    operation: "`adopt`",
    section: "coordination, F",
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const handover = await (await desk.process().acquire("job", { ttlMs })).handOver();
      await desk.counted(() => desk.process().adopt(handover, { ttlMs }));
    },
  },
  {
    operation: "`acquireAll` of n keys",
    section: "coordination, E",
    budget: { reads: "n", writes: "n" },
    perform: (desk, n) => desk.counted(() => desk.process().acquireAll(keys(n), { ttlMs })),
  },
  {
    operation: "`release` of n keys",
    section: "coordination, E",
    budget: { reads: "0", writes: "n" },
    async perform(desk, n) {
      const held = await desk.process().acquireAll(keys(n), { ttlMs });
      await desk.counted(() => held.release());
    },
  },
];

/** @param {number} n */
function keys(n) {
  return Array.from({ length: n }, (_, at) => `key-${at}`);
}
