// Documents, plain and fenced.

const ttlMs = 60_000;
const section = "protocol, 6 and 7";

/** @typedef {import("../desk.mjs").Desk} Desk */

/** @type {readonly import("../row.mjs").Row[]} */
export const documents = [
  {
    operation: "`read`",
    section,
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      const { document } = await written(desk);
      await desk.counted(() => document.read());
    },
  },
  {
    operation: "`readIfChanged`, changed or not",
    section,
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      const { document, version } = await written(desk);
      await desk.counted(() => document.readIfChanged(version));
    },
  },
  {
    operation: "`update`, each round",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const { document } = await written(desk);
      await desk.counted(() => document.update(() => ({ on: false })));
    },
  },
  {
    operation: "`update` that changes nothing",
    section,
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      const { document } = await written(desk);
      await desk.counted(() => document.update((value) => value));
    },
  },
  {
    operation: "`compareAndSet` of nothing: a create",
    section,
    budget: { reads: "0", writes: "1" },
    perform: (desk) =>
      desk.counted(() => desk.process().document("config").compareAndSet(undefined, { on: true })),
  },
  {
    operation: "`compareAndSet` of a version",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const { document, version } = await written(desk);
      await desk.counted(() => document.compareAndSet(version, { on: false }));
    },
  },
  {
    operation: "`fence`: the claim",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const coordinator = desk.process();
      const lease = await coordinator.acquire("job", { ttlMs });
      await desk.counted(() => coordinator.document("state").fence(lease));
    },
  },
  {
    operation: "fenced `write`, `delete`",
    section,
    budget: { reads: "0", writes: "1" },
    async perform(desk) {
      const fenced = await claimed(desk);
      await desk.counted(() => fenced.write({ step: 1 }));
    },
  },
  {
    operation: "fenced `update`, each round",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const fenced = await claimed(desk);
      await desk.counted(() => fenced.update(() => ({ step: 1 })));
    },
  },
];

/** @param {Desk} desk */
async function written(desk) {
  const document = desk.process().document("config");
  const { version } = await document.compareAndSet(undefined, { on: true });
  return { document, version };
}

/** @param {Desk} desk */
async function claimed(desk) {
  const coordinator = desk.process();
  return coordinator.document("state").fence(await coordinator.acquire("job", { ttlMs }));
}
