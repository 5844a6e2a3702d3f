import type { CoordinationEvent, FencingToken } from "@fencepost/core";
import { describe, expect, test } from "vitest";
import { type Audience, leaseReporter } from "./lease-reporter.ts";

const key = "k";
const token = 7 as FencingToken;
const contended: CoordinationEvent = { type: "lease.contended", key, token, holder: "h" };
const acquired: CoordinationEvent = { type: "lease.acquired", key, token, waitedMs: 5 };
const warning: CoordinationEvent = { type: "store.warning", key, message: "odd" };

function told(audience: Partial<Audience>, ...events: CoordinationEvent[]): string[] {
  const lines: string[] = [];
  const report = leaseReporter({ waits: true, verbose: false, looks: false, ...audience }, (text) => {
    lines.push(text.split(" ").slice(0, 1).join(" "));
  });
  for (const event of events) report(event);
  return lines;
}

describe("what is told of a lease", () => {
  test("is nothing where nobody looks and all is well", () => {
    expect(told({}, contended, acquired)).toEqual([]);
  });

  test("is the waiting where somebody looks, and everything where it is asked for", () => {
    expect(told({ looks: true }, contended, acquired)).toEqual(["waiting"]);
    expect(told({ verbose: true }, contended, acquired)).toEqual(["waiting", "acquired"]);
  });

  test("is a warning, once, wherever the lease is held", () => {
    expect(told({}, acquired, warning, warning)).toEqual(["odd"]);
    expect(told({}, warning, warning, acquired)).toEqual(["odd"]);
    expect(told({ verbose: true }, warning, acquired)).toEqual(["odd", "acquired"]);
  });

  test("leaves a warning to the error if the lease was not had", () => {
    expect(told({ looks: true }, warning, contended)).toEqual(["waiting"]);
  });
});
