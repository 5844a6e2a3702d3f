/** What docs/cost.md says is counted anew: on the wire before a strict S3 server, through our adapter and the real SDK. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countAll, pageWith, tables } from "./cost/page.mjs";
import { measured } from "./cost/row.mjs";

const page = readFileSync(new URL("../docs/cost.md", import.meta.url), "utf8");

test("each operation sends what its budget says, and the page shows what was counted", async () => {
  const counted = await countAll();
  const rows = Object.values(counted).flat();
  expect(
    rows.map(({ row, cost }) => ({ of: row.operation, reads: cost.reads, writes: cost.writes })),
  ).toEqual(
    Object.values(tables).flatMap((table) => table.map(({ operation: of, budget }) => ({ of, ...budget }))),
  );
  expect(pageWith(page, counted), "npm run cost -- --write").toBe(page);
  const [table = []] = Object.values(counted);
  const [first] = table;
  if (!first) throw new Error("nothing was counted");
  const dearer = {
    ...counted,
    leases: [{ ...first, cost: { ...first.cost, reads: "2" } }, ...table.slice(1)],
  };
  expect(pageWith(page, dearer)).not.toBe(page);
});

test("a request too many is seen, and so is one that comes with each key", async () => {
  const row = (perform: (send: () => Promise<unknown>, n: number) => Promise<unknown>, letter = "") => ({
    operation: "to look around",
    section: "none",
    budget: { reads: `1${letter}`, writes: "0" },
    perform: (desk: Parameters<(typeof tables.leases)[number]["perform"]>[0], n: number) => {
      const coordinator = desk.process();
      return desk.counted(() => perform(() => coordinator.inspect("job"), n));
    },
  });
  const times = async (send: () => Promise<unknown>, count: number): Promise<void> => {
    for (let at = 0; at < count; at++) await send();
  };
  expect(await measured(row((send) => times(send, 2)))).toEqual({ reads: "2", writes: "0", sum: "2" });
  expect((await measured(row((send, n) => times(send, 2 * n + 1), "n"))).sum).toBe("2n + 1");
  await expect(measured(row((send, n) => times(send, n ** 2), "n"))).rejects.toThrow("do not grow evenly");
});

test("a table without a place on the page is refused, and a place without a table", () => {
  const empty = Object.fromEntries(Object.keys(tables).map((name) => [name, []]));
  expect(() => pageWith("", empty)).toThrow("has no place for leases");
  expect(() => pageWith("<!-- other -->\n<!-- end -->", empty)).toThrow('has a place for "other"');
});
