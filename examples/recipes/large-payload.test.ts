import { createWorld, type SimulatedProcess } from "@fencepost/testing";
import { expect, test } from "vitest";
import { newest, type Payloads, publish } from "./large-payload.ts";

const text = (payload: Uint8Array | undefined): string => new TextDecoder().decode(payload);
const payloadOf = (word: string): Uint8Array => new TextEncoder().encode(word.repeat(1_000_000));

/** As your SDK would: whole objects, without any condition. */
function payloadsIn(objects: Map<string, Uint8Array>): Payloads {
  return {
    upload: async (name, payload) => void objects.set(name, payload),
    download: async (name) => objects.get(name) ?? new Uint8Array(),
  };
}

function training({ clock }: SimulatedProcess, word: string): () => Promise<Uint8Array> {
  return () => clock.sleep(20_000).then(() => payloadOf(word));
}

test("a payload of any size is published by one small write, and readers see the old one or the new one", async () => {
  const world = createWorld();
  const payloads = payloadsIn(new Map());
  const [a, b] = [world.process("a"), world.process("b")];
  const first = publish(a.coordinator, payloads, training(a, "one "));
  await world.advance(20_000);
  expect(await first).toBeUndefined();
  const second = publish(b.coordinator, payloads, training(b, "two "));
  await world.advance(10_000);
  expect(text(await newest(a.coordinator, payloads))).toBe("one ".repeat(1_000_000));
  await world.advance(20_000);
  expect(await second).toMatch(/^model\/payloads\/\d+\.bin$/);
  expect(text(await newest(a.coordinator, payloads))).toBe("two ".repeat(1_000_000));
});

test("a holder that stood still cannot publish over its successor: its payload is an orphan that nobody reads", async () => {
  const world = createWorld();
  const objects = new Map<string, Uint8Array>();
  const payloads = payloadsIn(objects);
  const [a, b] = [world.process("a"), world.process("b")];
  const late = publish(a.coordinator, payloads, training(a, "late ")).catch((error: unknown) => error);
  await world.advance(1_000);
  a.pause();
  await world.advance(40_000);
  const successor = publish(b.coordinator, payloads, training(b, "new "));
  await world.advance(21_000);
  await successor;
  a.resume();
  await world.advance(30_000);
  expect(await late).toMatchObject({ code: "lease-lost", reason: "frozen" });
  expect(text(await newest(b.coordinator, payloads))).toBe("new ".repeat(1_000_000));
  expect([...objects.values()].map((payload) => text(payload).slice(0, 4))).toContain("new ");
});
