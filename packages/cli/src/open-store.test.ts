import { isCoordinationError } from "@fencepost/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openStore } from "./open-store.ts";
import { UsageError } from "./usage-error.ts";

const refusal = (url: string): Promise<unknown> =>
  openStore(url).then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a store's URL", () => {
  test.each(["", "bucket", "ftp://bucket", "/path/file.db", "constructor:x"])(
    "%j is refused with the forms that are known",
    async (url) => {
      const error = await refusal(url);
      expect(error).toBeInstanceOf(UsageError);
      expect((error as Error).message).toContain(`unknown store ${JSON.stringify(url)}; write `);
      expect((error as Error).message).toContain(
        "sqlite:path/to/file.db, s3://bucket/prefix, gs://bucket/prefix",
      );
    },
  );

  test("cannot move the terminal's cursor in a message", async () => {
    expect(((await refusal("\u001b[2Jx")) as Error).message).toContain("\\\\u001b[2Jx");
  });

  test("memory: is refused where other processes matter, and opened where they do not", async () => {
    const error = await refusal("memory:");
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain("use sqlite:path");
    expect((await openStore("memory:", { withinOneProcess: true })).capabilities.uniqueVersions).toBe(true);
  });

  test("memory: takes no name, as nothing could be found under it again", async () => {
    const named = openStore("memory:x", { withinOneProcess: true });
    await expect(named).rejects.toBeInstanceOf(UsageError);
  });
});

describe("a package that cannot be loaded", () => {
  afterEach(() => {
    vi.doUnmock("@fencepost/s3");
  });

  test("is told as a matter of set-up, with what to install", async () => {
    const error = new Error("Cannot find package '@aws-sdk/client-s3' imported from somewhere");
    vi.doMock("@fencepost/s3", () => ({
      get s3Store() {
        throw error;
      },
    }));
    const refused = await refusal("s3://bucket");
    expect(isCoordinationError(refused, "misconfigured")).toBe(true);
    expect((refused as Error).message).toContain("npm install @aws-sdk/client-s3");
    expect((refused as Error).cause).toBe(error);
  });
});

describe("a location that the store's own package refuses", () => {
  afterEach(() => {
    vi.doUnmock("@fencepost/s3");
  });

  test("is a wrong argument, told with the package's reason", async () => {
    vi.doMock("@fencepost/s3", () => ({
      s3Store() {
        throw new TypeError("the bucket has no name");
      },
    }));
    const refused = await refusal("s3://");
    expect(refused).toBeInstanceOf(UsageError);
    expect((refused as Error).message).toContain("the bucket has no name");
  });

  test("is none if the package fails in another way, which is passed on", async () => {
    const failure = new Error("out of memory");
    vi.doMock("@fencepost/s3", () => ({
      s3Store() {
        throw failure;
      },
    }));
    expect(await refusal("s3://bucket")).toBe(failure);
  });
});
