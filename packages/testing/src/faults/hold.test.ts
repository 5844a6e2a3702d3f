import { describe, expect, it } from "vitest";
import { createWorld } from "../world/world.ts";
import { afterWait, Hold, type Landing } from "./hold.ts";

describe("a hold", () => {
  it("keeps what it is given until it is let go, and lands it in the order in which it came", async () => {
    const hold = new Hold();
    const order: number[] = [];
    const land = (status: number) => async (): Promise<Landing> => {
      order.push(status);
      return { status };
    };
    const first = hold.keep(land(200));
    const second = hold.keep(land(412));
    await Promise.resolve();
    expect([hold.caught, order]).toEqual([2, []]);
    expect(await hold.letGo()).toEqual([{ status: 200 }, { status: 412 }]);
    expect(order).toEqual([200, 412]);
    expect(await Promise.all([first, second])).toEqual([{ status: 200 }, { status: 412 }]);
  });

  it("starts the next only when the one before has landed", async () => {
    const hold = new Hold();
    const running: string[] = [];
    const land = async (): Promise<Landing> => {
      running.push("start");
      await Promise.resolve();
      running.push("end");
      return { status: 200 };
    };
    void hold.keep(land);
    void hold.keep(land);
    await hold.letGo();
    expect(running).toEqual(["start", "end", "start", "end"]);
  });

  it("keeps nobody once it is open", async () => {
    const hold = new Hold();
    expect(await hold.letGo()).toEqual([]);
    expect(await hold.keep(async () => ({ status: 204 }))).toEqual({ status: 204 });
    expect(hold.caught).toBe(0);
  });

  it("says when it has caught so many, also those before it was asked", async () => {
    const hold = new Hold();
    const told: number[] = [];
    void hold.keep(async () => ({ status: 200 }));
    await hold.untilCaught();
    const second = hold.untilCaught(2).then(() => told.push(2));
    const third = hold.untilCaught(3).then(() => told.push(3));
    void hold.keep(async () => ({ status: 200 }));
    await second;
    expect(told).toEqual([2]);
    void hold.keep(async () => ({ status: 200 }));
    await third;
  });

  it("rejects, on both sides, where what it kept cannot land", async () => {
    const hold = new Hold();
    const kept = hold.keep(() => Promise.reject(new Error("closed")));
    const [letGo, landed] = await Promise.allSettled([hold.letGo(), kept]);
    expect([letGo.status, landed.status]).toEqual(["rejected", "rejected"]);
  });
});

describe("a wait", () => {
  it("of milliseconds passes on the clock that is handed in", async () => {
    const world = createWorld();
    const { clock } = world.process("server");
    const landed: Landing[] = [];
    const waiting = afterWait({ ms: 9_000 }, clock, async () => ({ status: 200 })).then((l) =>
      landed.push(l),
    );
    await world.advance(8_999);
    expect(landed).toEqual([]);
    await world.advance(1);
    await waiting;
    expect(landed).toEqual([{ status: 200 }]);
  });

  it("ends with the signal", async () => {
    const { clock } = createWorld().process("server");
    const closing = new AbortController();
    const waiting = afterWait({ ms: 9_000 }, clock, async () => ({ status: 200 }), closing.signal);
    closing.abort(new Error("closed"));
    await expect(waiting).rejects.toThrow("closed");
  });

  it("for a hold is over when the test lets it go", async () => {
    const hold = new Hold();
    const waiting = afterWait({ hold }, createWorld().process("server").clock, async () => ({ status: 409 }));
    expect(await hold.letGo()).toEqual([{ status: 409 }]);
    expect(await waiting).toEqual({ status: 409 });
  });
});
