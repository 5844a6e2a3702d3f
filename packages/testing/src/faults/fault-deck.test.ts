import { describe, expect, expectTypeOf, it } from "vitest";
import { aspects, type ProxyAction, proxyKinds, type ServerAction, serverKinds } from "./fault-action.ts";
import { FaultDeck } from "./fault-deck.ts";
import type { FaultRule } from "./fault-rule.ts";
import { Hold } from "./hold.ts";

const drop: ServerAction = { kind: "drop", when: "after-effect" };
const put = { method: "PUT", key: "a/b.json" };
const get = { method: "GET", key: "a/b.json" };

/** Which of `count` equal requests a rule strikes, from 1. */
function struck(rule: Omit<FaultRule<ServerAction>, "action">, count = 9, seed = 1): number[] {
  const deck = new FaultDeck<ServerAction>(serverKinds, { seed });
  deck.add({ ...rule, action: drop });
  return Array.from({ length: count }, (_, index) => index + 1).filter(() => deck.draw(put).kinds.length > 0);
}

describe("a rule", () => {
  it.each<[string, Omit<FaultRule, "action">, boolean]>([
    ["without a filter strikes everything", {}, true],
    ["of its method", { method: "PUT" }, true],
    ["of another method", { method: "GET" }, false],
    ["of several methods", { method: ["GET", "PUT"] }, true],
    ["of the whole key", { key: "a/b.json" }, true],
    ["of a part of the key", { key: "a/b" }, false],
    ["of a pattern in the key", { key: /b\.json$/ }, true],
    ["of a pattern that is not in it", { key: /^b/ }, false],
    ["of its method and another key", { method: "PUT", key: "c" }, false],
  ])("%s", (_, rule, strikes) => {
    expect(struck(rule, 1)).toEqual(strikes ? [1] : []);
  });

  it.each<[string, Omit<FaultRule, "action">, number[]]>([
    ["the nth", { nth: 3 }, [3]],
    ["the first so many", { first: 2 }, [1, 2]],
    ["each so-many-th", { every: 4 }, [4, 8]],
    ["each so-many-th of the first ones", { every: 2, first: 5 }, [2, 4]],
    ["never, with no probability", { probability: 0 }, []],
    ["a global pattern, each time", { key: /b/g, first: 3 }, [1, 2, 3]],
  ])("strikes %s", (_, rule, requests) => {
    expect(struck(rule)).toEqual(requests);
  });

  it("counts only the requests that it is about", () => {
    const deck = new FaultDeck<ServerAction>(serverKinds);
    const heal = deck.add({ method: "PUT", nth: 2, action: drop });
    expect([get, put, get, put, put].map((request) => deck.draw(request).kinds)).toEqual([
      [],
      [],
      [],
      ["drop"],
      [],
    ]);
    expect([heal.matched, heal.fired]).toEqual([3, 1]);
  });
});

describe("chance", () => {
  it("repeats with the seed, and differs with another", () => {
    const once = struck({ probability: 0.5 }, 200);
    expect(once.length).toBeGreaterThan(60);
    expect(once.length).toBeLessThan(140);
    expect(struck({ probability: 0.5 }, 200)).toEqual(once);
    expect(struck({ probability: 0.5 }, 200, 2)).not.toEqual(once);
  });

  it("draws the same for a rule whatever other rules come, strike and go", () => {
    const alone = struck({ probability: 0.5 }, 50);
    const deck = new FaultDeck<ServerAction>(serverKinds);
    const heal = deck.add({ probability: 0.5, action: drop });
    const fired = Array.from({ length: 50 }, (_, index) => {
      const before = heal.fired;
      const other = deck.add({ probability: 0.5, action: { kind: "delay", ms: index } });
      deck.draw(put);
      other();
      return heal.fired > before ? [index + 1] : [];
    });
    expect(fired.flat()).toEqual(alone);
  });
});

describe("a rule with a probability", () => {
  /** To which of the last 30 of 60 requests it happens, after a rule that was added before it. */
  const course = (before: Omit<FaultRule, "action">, healed = false): boolean[] => {
    const deck = new FaultDeck<ServerAction>(serverKinds);
    const heal = deck.add({ ...before, action: drop });
    if (healed) heal();
    const rule = deck.add({ probability: 0.5, action: drop });
    const happened = Array.from({ length: 60 }, () => {
      const { fired } = rule;
      deck.draw(put);
      return rule.fired > fired;
    });
    return happened.slice(30);
  };

  it("goes on as it would have, after one that decided in its place", () => {
    expect(course({ first: 30 })).toEqual(course({ method: "GET" }));
  });

  it("draws the same if one before it is healed already", () => {
    expect(course({}, true)).toEqual(course({ method: "GET" }));
  });
});

describe("a deck", () => {
  it("lets several faults strike one request, and gives each by its kind", () => {
    const hold = new Hold();
    const deck = new FaultDeck<ServerAction>(serverKinds);
    deck.add({ action: { kind: "delay", hold } });
    deck.add({ action: { kind: "date", skewMs: -5_000 } });
    deck.add({ action: { kind: "answer", status: 503, when: "after-effect" } });
    const drawn = deck.draw(put);
    expect(drawn.kinds).toEqual(["delay", "date", "answer"]);
    expect(drawn.of("delay")).toEqual({ kind: "delay", hold });
    expect(drawn.of("answer")?.status).toBe(503);
    expect([drawn.of("drop"), drawn.of("age")]).toEqual([undefined, undefined]);
  });

  it("lets the rule that was added first decide how a request ends, and only that one has fired", () => {
    const deck = new FaultDeck<ServerAction>(serverKinds);
    const first = deck.add({ nth: 1, action: { kind: "cut" } });
    const second = deck.add({ action: drop });
    expect([deck.draw(put).kinds, deck.draw(put).kinds]).toEqual([["cut"], ["drop"]]);
    expect([first.fired, second.fired, second.matched]).toEqual([1, 1, 2]);
  });

  it("forgets a rule that is healed, and goes on with the others", () => {
    const deck = new FaultDeck<ServerAction>(serverKinds);
    const heal = deck.add({ action: drop });
    const other = deck.add({ action: { kind: "age", seconds: 60 } });
    deck.draw(put);
    heal();
    heal();
    expect(deck.draw(put).kinds).toEqual(["age"]);
    expect([heal.matched, heal.fired, other.fired]).toEqual([1, 1, 2]);
  });

  it("takes only what its server can do", () => {
    expectTypeOf<FaultRule<ProxyAction>["action"]["kind"]>().toEqualTypeOf<
      "delay" | "drop" | "cut" | "land-late" | "refuse-connections"
    >();
    const proxy = new FaultDeck<ProxyAction>(proxyKinds);
    // @ts-expect-error: a proxy knows nothing of conditions.
    expect(() => proxy.add({ action: { kind: "ignore-condition" } })).toThrow("there are delay, drop");
    const server = new FaultDeck<ServerAction>(serverKinds);
    const refuse = { kind: "refuse-connections", ms: 1 } as const;
    // @ts-expect-error: a server that answers does not refuse connections.
    expect(() => server.add({ action: refuse })).toThrow('kind "refuse-connections"; there are delay');
    // @ts-expect-error: a drop says when.
    expect(() => server.add({ action: { kind: "drop" } })).toThrow('a fault of kind drop needs a "when"');
    expect([...new Set([...serverKinds, ...proxyKinds])].sort()).toEqual(Object.keys(aspects).sort());
  });
});
