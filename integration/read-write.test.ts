/** Read-write locks by real processes on a real server, judged by what they wrote down on a clock that they share. */
import { beforeAll, expect, test } from "vitest";
import { type Site, siteOn } from "./chapters/site.ts";
import { readAndWrite } from "./processes/read-write-together.ts";
import { overlaps, staysIn } from "./processes/stays.ts";
import { minio } from "./servers/minio.ts";
import { realServerSuite } from "./servers/suite.ts";

const limitMs = 120_000;

realServerSuite(minio, { checksMin: 2 }, (server) => {
  let site: Site;
  beforeAll(async () => {
    site = await siteOn(server());
  });

  test(
    "of 12 processes, 2 of them killed and 3 of them stopped, none writes while another is inside",
    async () => {
      const { reads, writes, met, shared, complaints } = await readAndWrite(site.place(), {
        forMs: 20_000,
        killed: 2,
        paused: 3,
      });
      console.log(`${reads.length} reads, ${shared} pairs of them together, and ${writes.length} writes`);
      expect(complaints).toBe("");
      expect(met).toEqual([]);
      expect(reads.length).toBeGreaterThanOrEqual(10);
      expect(shared).toBeGreaterThanOrEqual(3);
      expect(writes.length).toBeGreaterThanOrEqual(4);
    },
    limitMs,
  );

  test(
    "without the rule that a reader looks at the writer, they are seen to meet",
    async () => {
      const { met } = await readAndWrite(site.place(), {
        forMs: 10_000,
        killed: 0,
        paused: 0,
        without: "reader-beside-a-writer",
      });
      console.log(`${met.length} meetings`);
      expect(met.length).toBeGreaterThanOrEqual(1);
    },
    limitMs,
  );
});

test("the judge sees who met, and takes an unfinished line for none", () => {
  const at = (stay: string, kind: string, atMs: number) => `${JSON.stringify({ stay, kind, atMs })}\n`;
  const text = [
    at("a", "read", 1),
    at("w", "write", 4),
    at("a", "read", 3),
    at("b", "read", 2),
    at("w", "write", 6),
    at("c", "read", 6),
    '{"stay":"d","kind":"wr',
  ].join("");
  const stays = staysIn(text);
  const met = overlaps(stays, (one, other) => one.kind === other.kind);
  expect(stays).toHaveLength(4);
  expect(met.map((pair) => pair.map(({ name }) => name))).toEqual([["w", "c"]]);
});
