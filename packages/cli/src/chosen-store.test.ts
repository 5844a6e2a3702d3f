import { describe, expect, test } from "vitest";
import { chooseStore, type Surroundings } from "./chosen-store.ts";

const linux: Surroundings = { environment: {}, platform: "linux", home: "/h" };

describe("the store", () => {
  test("is the one of the option, before that of the environment", () => {
    const surroundings = { ...linux, environment: { FENCEPOST_STORE: "s3://b" } };
    expect(chooseStore("gs://a", surroundings)).toEqual({ url: "gs://a", from: "--store" });
    expect(chooseStore(undefined, surroundings)).toEqual({ url: "s3://b", from: "FENCEPOST_STORE" });
  });

  test.each([
    ["linux", {}, "sqlite:/h/.local/state/fencepost/fencepost.db"],
    ["linux", { XDG_STATE_HOME: "/state" }, "sqlite:/state/fencepost/fencepost.db"],
    ["linux", { XDG_STATE_HOME: "relative" }, "sqlite:/h/.local/state/fencepost/fencepost.db"],
    ["linux", { FENCEPOST_STORE: "" }, "sqlite:/h/.local/state/fencepost/fencepost.db"],
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
