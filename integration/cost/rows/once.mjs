// What happens at most once.

const section = "coordination, A";

/** @type {readonly import("../row.mjs").Row[]} */
export const once = [
  {
    operation: "`once.run`, whoever does it, its renewals not counted",
    section,
    budget: { reads: "1", writes: "2" },
    perform: (desk) =>
      desk.counted(() =>
        desk
          .process()
          .once("invoice", { schema: String })
          .run(async () => "sent"),
      ),
  },
  {
    operation: "`once.run`, whoever comes later",
    section,
    budget: { reads: "1", writes: "0" },
    async perform(desk) {
      const intent = desk.process().once("invoice", { schema: String });
      await intent.run(async () => "sent");
      await desk.counted(() => intent.run(async () => "sent again"));
    },
  },
  {
    operation: "`once.resolve`",
    section,
    budget: { reads: "1", writes: "1" },
    async perform(desk) {
      const intent = desk.process().once("refund");
      const failed = intent.run(() => Promise.reject(new Error("connection reset")));
      const { token } = await failed.catch((/** @type {any} */ error) => error);
      await desk.counted(() => intent.resolve(token, { happened: false }));
    },
  },
];
