/** A semaphore by real processes on a real server, judged by what they wrote down on a clock that they share. */
import { beforeAll, expect, test } from "vitest";
import { type Site, siteOn } from "./chapters/site.ts";
import { mostAtOnce } from "./processes/stays.ts";
import { playTogether } from "./processes/stays-together.ts";
import { minio } from "./servers/minio.ts";
import { realServerSuite } from "./servers/suite.ts";

const limitMs = 120_000;
const permits = 3;
const program = "permit-holder.mjs";

realServerSuite(minio, { checksMin: 2 }, (server) => {
  let site: Site;
  beforeAll(async () => {
    site = await siteOn(server());
  });

  test(
    "of 12 processes, 2 of them killed and 3 of them stopped, there are never more inside than permits",
    async () => {
      const { stays, complaints } = await playTogether(site.place(), {
        program,
        forMs: 20_000,
        killed: 2,
        paused: 3,
      });
      const [light, heavy] = ["1", "2"].map((weight) => stays.filter(({ kind }) => kind === weight).length);
      console.log(`${light} with one permit and ${heavy} with two, at most ${mostAtOnce(stays)} at once`);
      expect(complaints).toBe("");
      // As many as there are, or it would show nothing.
      expect(mostAtOnce(stays)).toBe(permits);
      expect(light).toBeGreaterThanOrEqual(10);
      expect(heavy).toBeGreaterThanOrEqual(3);
    },
    limitMs,
  );

  test(
    "where somebody keeps a slot of which it was told that it is another's, there are seen to be more",
    async () => {
      const { stays } = await playTogether(site.place(), {
        program,
        forMs: 10_000,
        killed: 0,
        paused: 0,
        without: "slots-of-others",
      });
      console.log(`at most ${mostAtOnce(stays)} at once`);
      expect(mostAtOnce(stays)).toBeGreaterThan(permits);
    },
    limitMs,
  );
});

test("the judge counts by weights, at the worst moment", () => {
  const stay = (name: string, kind: string, fromMs: number, toMs: number) => ({ name, kind, fromMs, toMs });
  const stays = [stay("a", "1", 0, 5), stay("b", "2", 5, 9), stay("c", "1", 6, 7), stay("d", "2", 8, 12)];
  expect(mostAtOnce(stays)).toBe(4);
  expect(mostAtOnce(stays.slice(0, 3))).toBe(3);
  expect(mostAtOnce([])).toBe(0);
});
