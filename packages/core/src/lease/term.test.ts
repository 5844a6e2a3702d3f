import { createWorld } from "@fencepost/testing";
import { expect, test } from "vitest";
import type { CoordinationEvent } from "../base/events.ts";
import type { FencingToken } from "../base/token.ts";
import { Term } from "./term.ts";
import { timingOf } from "./timing.ts";
import { Progress } from "./window.ts";

test("the signal aborts when the time is over, although nobody asks", async () => {
  const world = createWorld();
  const { coordinator } = world.process("a");
  const { signal } = await coordinator.acquire("x", { term: "fixed", workTimeoutMs: 60_000 });
  await world.advance(59_999);
  expect(signal.aborted).toBe(false);
  await world.advance(1);
  expect(signal.aborted).toBe(true);
});

test("the first loss is final, and told once", () => {
  const { clock } = createWorld().process("a");
  const events: CoordinationEvent[] = [];
  const term = new Term({
    key: "x",
    holder: "a",
    token: 7 as FencingToken,
    timing: timingOf({}, { requestTimeoutMs: undefined, minWriteIntervalMs: 0 }),
    progress: new Progress(clock),
    openedAtMs: 0,
    onEvent: (event) => events.push(event),
  });
  term.lose("deleted");
  term.lose("superseded");
  expect(term.lost?.reason).toBe("deleted");
  expect(events.map((event) => event.type)).toEqual(["lease.lost"]);
});
