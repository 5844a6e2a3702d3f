import { ContendedError, LeaseLostError, type Permit } from "@fencepost/core";
import { createWorld, type World } from "@fencepost/testing";
import { expect, test } from "vitest";

const key = "vendor";
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const operationsOf = (world: World): string[] =>
  world.events.flatMap((event) => (event.type === "store.request" ? [event.operation] : []));
const semaphoreOf = (world: World, name: string, permits = 3) =>
  world.process(name).coordinator.semaphore(key, { permits });

/** So many permits, of as many processes. */
async function held(world: World, count: number, permits = 3): Promise<Permit[]> {
  return Promise.all(
    Array.from({ length: count }, (_, at) =>
      semaphoreOf(world, `h${at}`, permits).acquire({ waitMs: 5_000 }),
    ),
  );
}

test("there are as many permits as were said, each of another slot", async () => {
  const world = createWorld();
  const all = held(world, 3);
  await world.advance(5_000);
  const permits = await all;
  expect(permits.map(({ slot }) => slot).toSorted()).toEqual([0, 1, 2]);
  expect(await semaphoreOf(world, "d").tryAcquire()).toBeUndefined();
  expect(await permits[1]?.release()).toBe("released");
  const next = await semaphoreOf(world, "d").tryAcquire();
  expect(next?.slot).toBe(permits[1]?.slot);
});

test("a free slot costs three requests, and one more for the first of all, who stores the number", async () => {
  const world = createWorld();
  const semaphore = semaphoreOf(world, "a");
  const permit = await semaphore.acquire();
  expect(operationsOf(world)).toEqual(["get", "put", "get", "put"]);
  const before = operationsOf(world).length;
  await permit.release();
  expect(operationsOf(world).slice(before)).toEqual(["put"]);
  await semaphoreOf(world, "b", 3).acquire();
  expect(operationsOf(world).slice(before + 1)).toEqual(["get", "put", "get"]);
  // What this process had last costs no read.
  const warm = operationsOf(world).length;
  await semaphore.acquire();
  expect(operationsOf(world).slice(warm)).toEqual(["put", "get"]);
});

test("several slots cost two requests each, one for their number and three for the gate", async () => {
  const world = createWorld();
  await (await semaphoreOf(world, "a", 5).acquire()).release();
  const before = operationsOf(world).length;
  const permit = await semaphoreOf(world, "b", 5).acquire({ weight: 3 });
  await world.advance(1);
  expect(operationsOf(world).length - before).toBe(2 * 3 + 1 + 3);
  expect(await permit.release()).toBe("released");
  expect(operationsOf(world).length - before).toBe(2 * 3 + 1 + 3 + 3);
});

test("whoever finds no slot waits, and has one when somebody lets go", async () => {
  const world = createWorld();
  const all = held(world, 3);
  await world.advance(5_000);
  const [first] = await all;
  let isIn = false;
  const waiting = semaphoreOf(world, "d").acquire({ waitMs: 60_000 });
  void waiting.then(() => {
    isIn = true;
  });
  await world.advance(20_000);
  expect(isIn).toBe(false);
  await first?.release();
  await world.advance(3_000);
  expect(isIn).toBe(true);
  expect((await waiting).slot).toBe(first?.slot);
});

test("whoever waits in vain is told who has one, and leaves nothing behind", async () => {
  const world = createWorld();
  const all = held(world, 2);
  await world.advance(5_000);
  await all;
  const vain = caught(semaphoreOf(world, "d").acquire({ waitMs: 10_000, weight: 2 }));
  await world.advance(20_000);
  const error = await vain;
  expect(error).toBeInstanceOf(ContendedError);
  expect(error).toMatchObject({ key, holder: expect.stringMatching(/^h[01]$/) });
  const holders = await semaphoreOf(world, "e").holders();
  expect(holders.map(({ holder, state }) => [holder, state]).toSorted()).toEqual([
    ["h0", "held"],
    ["h1", "held"],
  ]);
  // The gate is free, too.
  const one = await semaphoreOf(world, "e").acquire({ waitMs: 1_000 });
  expect(one.slot).toBeGreaterThanOrEqual(0);
});

test("a dead holder's slot is taken after its ttl", async () => {
  const world = createWorld();
  const dead = world.process("dead");
  await dead.coordinator.semaphore(key, { permits: 1 }).acquire();
  dead.pause();
  const waiting = semaphoreOf(world, "b", 1).acquire({ waitMs: 60_000 });
  await world.advance(35_000);
  expect((await waiting).slot).toBe(0);
});

test("whoever wants many is not starved by those who want one", async () => {
  const world = createWorld();
  const ends: string[] = [];
  for (let at = 0; at < 6; at++) {
    const process = world.process(`light${at}`);
    const semaphore = process.coordinator.semaphore(key, { permits: 3 });
    void (async () => {
      while (ends.length < 100) {
        await caught(
          semaphore.withPermit({ waitMs: 600_000 }, async () => {
            await process.clock.sleep(1_000);
            ends.push("light");
          }),
        );
      }
    })();
  }
  await world.advance(3_000);
  const heavy = semaphoreOf(world, "heavy").acquire({ weight: 3, waitMs: 600_000 });
  void heavy.then(() => ends.push("heavy"));
  await world.advance(60_000);
  expect(ends).toContain("heavy");
});

test("three who want all of it come in one after the other, though each could have had a part", async () => {
  const world = createWorld();
  const ends: string[] = [];
  for (const name of ["a", "b", "c"]) {
    const process = world.process(name);
    const semaphore = process.coordinator.semaphore(key, { permits: 4 });
    void semaphore.withPermit({ weight: 4, waitMs: 120_000 }, async () => {
      await process.clock.sleep(5_000);
      ends.push(name);
    });
  }
  await world.advance(40_000);
  expect(ends.toSorted()).toEqual(["a", "b", "c"]);
});

test("the loss of one of several slots is that of all", async () => {
  const world = createWorld();
  const process = world.process("a");
  const permit = await process.coordinator.semaphore(key, { permits: 3 }).acquire({ weight: 2 });
  process.pause();
  await world.advance(60_000);
  process.resume();
  expect(() => permit.throwIfLost()).toThrow(LeaseLostError);
  expect(permit.remainingMs()).toBe(0);
  expect(await permit.release()).toBe("lapsed");
});

test("withPermit runs the work and lets go; its signal reaches the work", async () => {
  const world = createWorld();
  const process = world.process("a");
  const semaphore = process.coordinator.semaphore(key, { permits: 3 });
  expect(await semaphore.withPermit({ note: "import" }, ({ slot }) => slot < 3)).toBe(true);
  const stop = new AbortController();
  const running = caught(
    semaphore.withPermit({ signal: stop.signal }, ({ signal }) => process.clock.sleep(60_000, signal)),
  );
  await world.advance(1_000);
  stop.abort("enough");
  expect(await running).toBe("enough");
  expect(await semaphore.holders()).toEqual([]);
  await expect(semaphore.withPermit({}, undefined as never)).rejects.toThrow("a function");
});

test("more permits than were known are found, and let waiters in", async () => {
  const world = createWorld();
  const all = held(world, 2, 2);
  await world.advance(5_000);
  await all;
  let came = -1;
  void semaphoreOf(world, "c", 2)
    .acquire({ waitMs: 60_000 })
    .then(({ slot }) => {
      came = slot;
    });
  await world.advance(5_000);
  const operator = semaphoreOf(world, "o", 2);
  const before = operationsOf(world).length;
  const resizing = operator.resize(4);
  await resizing;
  expect(operationsOf(world).slice(before)).toEqual(["get", "put"]);
  await world.advance(5_000);
  expect(came).toBeGreaterThan(1);
  expect((await semaphoreOf(world, "d", 2).tryAcquire())?.slot).toBeGreaterThan(1);
  expect(await semaphoreOf(world, "e", 2).tryAcquire()).toBeUndefined();
  const warnings = world.events.filter(({ type }) => type === "store.warning");
  expect(warnings.length).toBeGreaterThan(0);
});

test("fewer permits close slots for whoever comes, and those who have them keep them", async () => {
  const world = createWorld();
  const all = held(world, 4, 4);
  await world.advance(5_000);
  const permits = await all;
  await semaphoreOf(world, "o", 4).resize(1);
  for (const permit of permits) permit.throwIfLost();
  expect(await semaphoreOf(world, "x", 4).holders()).toHaveLength(4);
  for (const permit of permits) if (permit.slot > 0) await permit.release();
  expect(await semaphoreOf(world, "d", 4).tryAcquire()).toBeUndefined();
  await world.advance(1_000);
  expect(await semaphoreOf(world, "x", 4).holders()).toHaveLength(1);
  for (const permit of permits) await permit.release();
  expect((await semaphoreOf(world, "d", 4).tryAcquire())?.slot).toBe(0);
});

test("permits that are taken away while somebody comes in are given back", async () => {
  const world = createWorld();
  await semaphoreOf(world, "o", 3).resize(3);
  const [a, o] = [world.process("a"), world.process("o")];
  const mend = world.fault("slow");
  const coming = a.coordinator.semaphore(key, { permits: 3 }).tryAcquire();
  const shrinking = caught(o.coordinator.semaphore(key, { permits: 3 }).resize(1));
  await world.advance(20_000);
  mend();
  await shrinking;
  const permit = await coming;
  expect(permit?.slot ?? 0).toBe(0);
});

test("more than there are can never be had, and that is said at once", async () => {
  const world = createWorld();
  const asking = caught(semaphoreOf(world, "a").acquire({ weight: 4, waitMs: 60_000 }));
  await world.advance(1_000);
  const error = await Promise.race([asking, "it waits"]);
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ message: expect.stringContaining("has 3 permits") });
});

test("of two who resize at once both are told what came of it", async () => {
  const world = createWorld();
  await semaphoreOf(world, "o").resize(3);
  const answers = await Promise.all([
    caught(semaphoreOf(world, "a").resize(5)),
    caught(semaphoreOf(world, "b").resize(7)),
  ]);
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
  expect(answers).toContainEqual(expect.objectContaining({ code: "conflict" }));
});

test("a process that stood still while it came in is not let in", async () => {
  const world = createWorld();
  await semaphoreOf(world, "o", 1).resize(1);
  const process = world.process("a");
  const mend = world.fault("slow");
  const coming = caught(process.coordinator.semaphore(key, { permits: 1 }).acquire());
  await world.advance(2_100);
  process.pause();
  await world.advance(60_000);
  mend();
  const other = await semaphoreOf(world, "b", 1).acquire();
  process.resume();
  await world.advance(1_000);
  expect(await coming).toBeInstanceOf(Error);
  other.throwIfLost();
});

test.each([
  [undefined, "say how many"],
  [0, "from 1 to 1000"],
  [1.5, "from 1 to 1000"],
  [1_001, "from 1 to 1000"],
])("a semaphore of %o permits is refused", (permits, message) => {
  const { coordinator } = createWorld().process("a");
  expect(() => coordinator.semaphore(key, { permits: permits as number })).toThrow(message);
});

test("what is asked of a semaphore is checked", async () => {
  const { coordinator } = createWorld().process("a");
  expect(() => coordinator.semaphore(key, { permits: 1, slots: 2 } as never)).toThrow('option "slots"');
  expect(() => coordinator.semaphore("", { permits: 1 })).toThrow("is empty");
  const semaphore = coordinator.semaphore(key, { permits: 2 });
  await expect(semaphore.acquire({ weight: 0 })).rejects.toThrow("weight is 0");
  await expect(semaphore.tryAcquire({ waitMs: 3 } as never)).rejects.toThrow("never waits");
  await expect(semaphore.acquire({ tokenAbove: 3 } as never)).rejects.toThrow("no meaning");
});
