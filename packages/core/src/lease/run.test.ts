import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";

const held = async (options = {}) => {
  const world = createWorld();
  const a = world.process("a");
  return { world, a, lease: await a.coordinator.acquire("x", options) };
};

test("work's result comes back, and the lease is free after it", async () => {
  const { a, lease } = await held();
  expect(await lease.run((same) => [same === lease, same.token])).toEqual([true, lease.token]);
  expect((await a.coordinator.inspect("x")).state).toBe("free");
});

test("work's error comes back as it is, and the lease is free after it", async () => {
  const { a, lease } = await held();
  const error = new Error("mine");
  await expect(lease.run(() => Promise.reject(error))).rejects.toBe(error);
  expect((await a.coordinator.inspect("x")).state).toBe("free");
});

test("work's error is not hidden by a release that finds the store down", async () => {
  const { world, lease } = await held();
  const error = new Error("mine");
  const running = lease.run(async () => {
    world.fault("down");
    throw error;
  });
  const outcome = expect(running).rejects.toBe(error);
  await world.advance(60_000);
  await outcome;
});

test("work is not begun under a lease that was released, by an earlier run or by hand, nor under a lost one", async () => {
  let began = false;
  const work = (): void => {
    began = true;
  };
  const ran = await held();
  await ran.lease.run(() => {});
  await expect(ran.lease.run(work)).rejects.toMatchObject({ code: "lease-lost", reason: "released" });
  const released = await held();
  await released.lease.release();
  await expect(released.lease.run(work)).rejects.toMatchObject({ code: "lease-lost", reason: "released" });
  const lost = await held();
  lost.a.pause();
  await lost.world.advance(60_000);
  lost.a.resume();
  await expect(lost.lease.run(work)).rejects.toMatchObject({ code: "lease-lost", reason: "frozen" });
  expect(began).toBe(false);
});

test("a second run beside the first is a mistake that is named: its lease would be released under it", async () => {
  const { world, a, lease } = await held();
  const first = lease.run(() => a.clock.sleep(1_000).then(() => "first"));
  await expect(lease.run(() => "second")).rejects.toThrow(TypeError);
  await world.advance(1_000);
  expect(await first).toBe("first");
});

test("an unconfirmed release does not take the result away", async () => {
  const { world, lease } = await held();
  const running = lease.run(async () => {
    world.fault("down");
    return "done";
  });
  await world.advance(60_000);
  expect(await running).toBe("done");
  expect(world.events.at(-1)).toMatchObject({ type: "lease.released", outcome: "unconfirmed" });
});

test.each([
  ["returned", async (): Promise<string> => "value", { state: "returned", value: "value" }],
  ["threw", () => Promise.reject("error"), { state: "threw", error: "error" }],
] as const)("a loss beats what the work %s, and carries it", async (_, end, work) => {
  const { world, a, lease } = await held();
  const running = lease.run(async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return end();
  });
  const outcome = running.catch((error: unknown) => error);
  a.pause();
  await world.advance(60_000);
  a.resume();
  expect(await outcome).toMatchObject({ code: "lease-lost", reason: "frozen", token: lease.token, work });
});

test("work that ignores its signal is reported as running after abortMs, and no release is sent", async () => {
  const { world, lease } = await held({ workTimeoutMs: 5_000 });
  const outcome = lease.run(() => new Promise(() => {})).catch((error: unknown) => error);
  await world.advance(5_000);
  const sent = world.events.filter((event) => event.type === "store.request").length;
  await world.advance(2_999);
  expect(await Promise.race([outcome, "still waiting"])).toBe("still waiting");
  await world.advance(1);
  expect(await outcome).toMatchObject({ reason: "timeout", work: { state: "running" } });
  expect(world.events.filter((event) => event.type === "store.request")).toHaveLength(sent);
});

test("work that ends within abortMs after its time-out frees the lease, and is still reported as lost", async () => {
  const { world, a, lease } = await held({ workTimeoutMs: 5_000 });
  const outcome = lease.run(() => a.clock.sleep(6_000).then(() => "late")).catch((error: unknown) => error);
  await world.advance(6_000);
  expect(await outcome).toMatchObject({ reason: "timeout", work: { state: "returned", value: "late" } });
  expect((await a.coordinator.inspect("x")).state).toBe("free");
});

test("a scope that ends releases, and throws a lapse that nobody asked about", async () => {
  const { world, a, lease } = await held();
  a.pause();
  await world.advance(60_000);
  a.resume();
  await expect(lease[Symbol.asyncDispose]()).rejects.toMatchObject({ code: "lease-lost" });
  const second = await held();
  second.a.pause();
  await second.world.advance(60_000);
  second.a.resume();
  expect(await second.lease.release()).toBe("lapsed");
  await second.lease[Symbol.asyncDispose]();
});

test("a scope that ends does not free a lease under work that goes on", async () => {
  const { world, a, lease } = await held({ workTimeoutMs: 5_000 });
  const outcome = lease.run(() => new Promise(() => {})).catch((error: unknown) => error);
  await world.advance(8_000);
  expect(await outcome).toMatchObject({ work: { state: "running" } });
  await lease[Symbol.asyncDispose]();
  expect(await a.coordinator.inspect("x")).toMatchObject({ state: "held", token: lease.token });
});

test("a lapse that run has told is not told again by the scope around it", async () => {
  const { world, a, lease } = await held();
  const outcome = lease.run(() => a.clock.sleep(1_000)).catch((error: unknown) => error);
  a.pause();
  await world.advance(60_000);
  a.resume();
  await world.advance(0);
  expect(await outcome).toMatchObject({ code: "lease-lost", work: { state: "returned" } });
  await lease[Symbol.asyncDispose]();
});
