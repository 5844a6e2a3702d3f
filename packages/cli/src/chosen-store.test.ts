import { describe, expect, test } from "vitest";
import { chooseStore, remarkOn, type Surroundings } from "./chosen-store.ts";
import { UsageError } from "./usage-error.ts";

const linux: Surroundings = { environment: {}, platform: "linux", home: "/h" };

describe("the store", () => {
  test("is the one of the option, before that of the environment", () => {
    const surroundings = { ...linux, environment: { FENCEPOST_STORE: "s3://b" } };
    expect(chooseStore("gs://a", surroundings)).toEqual({ url: "gs://a", from: "--store" });
    expect(chooseStore(undefined, surroundings)).toEqual({ url: "s3://b", from: "FENCEPOST_STORE" });
  });

  test.each([
    ["--store", "", { FENCEPOST_STORE: "s3://b" }],
    ["FENCEPOST_STORE", undefined, { FENCEPOST_STORE: "" }],
  ])(
    "is never the default where %s is empty, as from a variable that is not set",
    (from, option, environment) => {
      const choose = (): unknown => chooseStore(option, { ...linux, environment });
      expect(choose).toThrow(UsageError);
      expect(choose).toThrow(`${from} is empty; name a store, or leave it out`);
    },
  );

  test("is remarked on only if nobody named it", () => {
    expect(remarkOn(chooseStore(undefined, linux))).toBe(
      "no --store: using sqlite:/h/.local/state/fencepost/fencepost.db, which only this machine sees",
    );
    expect(remarkOn(chooseStore("s3://b", linux))).toBeUndefined();
  });

  test.each([
    ["linux", {}, "sqlite:/h/.local/state/fencepost/fencepost.db"],
    ["linux", { XDG_STATE_HOME: "/state" }, "sqlite:/state/fencepost/fencepost.db"],
    ["linux", { XDG_STATE_HOME: "relative" }, "sqlite:/h/.local/state/fencepost/fencepost.db"],
    ["darwin", { XDG_STATE_HOME: "/state" }, "sqlite:/h/Library/Application Support/fencepost/fencepost.db"],
    ["win32", { LOCALAPPDATA: "/local" }, "sqlite:/local/fencepost/fencepost.db"],
    ["win32", {}, "sqlite:/h/AppData/Local/fencepost/fencepost.db"],
  ] as const)(
    "is a file in the user's state folder if none is named: %s, %o",
    (platform, environment, url) => {
      expect(chooseStore(undefined, { platform, environment, home: "/h" })).toEqual({ url, from: "default" });
    },
  );
});
