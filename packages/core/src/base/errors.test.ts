import { expect, test } from "vitest";
import { ContendedError, isCoordinationError, MisconfiguredError, UnavailableError } from "./errors.ts";
import type { FencingToken } from "./token.ts";

test("an error is told by its code, and by the mark that another copy of this package would give it, too", () => {
  const error = new UnavailableError("the store is down", { key: "a" });
  expect(isCoordinationError(error)).toBe(true);
  expect(isCoordinationError(error, "unavailable")).toBe(true);
  expect(isCoordinationError(error, "contended")).toBe(false);
  const fromAnotherCopy = Object.assign(new Error("x"), { code: "contended" });
  Object.defineProperty(fromAnotherCopy, Symbol.for("@fencepost/core/CoordinationError"), { value: true });
  expect(isCoordinationError(fromAnotherCopy, "contended")).toBe(true);
});

test("a stranger's error with a code of the same name is not ours", () => {
  expect(isCoordinationError(Object.assign(new Error("x"), { code: "contended" }))).toBe(false);
  expect(isCoordinationError({ code: "contended" })).toBe(false);
  expect(isCoordinationError(undefined)).toBe(false);
});

test("an error carries what its caller needs next", () => {
  const error = new ContendedError("held", {
    key: "a",
    holder: "b",
    token: 7 as FencingToken,
    expiresInMs: 5,
    cause: "why",
  });
  expect(error).toMatchObject({
    name: "ContendedError",
    key: "a",
    holder: "b",
    token: 7,
    expiresInMs: 5,
    cause: "why",
  });
});

test("a wrong set-up is told apart from a refusal of who asked, as another person can help", () => {
  expect(new MisconfiguredError("no such bucket", {}).denied).toBe(false);
  expect(new MisconfiguredError("403", { denied: true }).denied).toBe(true);
});
