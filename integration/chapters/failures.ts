/** What a person reads when the set-up is wrong or the server is gone: one sentence each, of the right kind, in time. */

import type { AddressInfo, Socket } from "node:net";
import { createServer, type Server } from "node:net";
import { CoordinationError, createCoordinator, type ErrorCode, type LeaseLostError } from "@fencepost/core";
import { describe, expect, type TestContext, test } from "vitest";
import { newCredentials } from "../servers/credentials.ts";
import type { ServerKind } from "../servers/server.ts";
import { type ServerStore, storeOn } from "../stores/server-store.ts";
import { type Site, siteOfItsOwn } from "./site.ts";

const ttlMs = 3_000;
const requestTimeoutMs = 400;
/** Three attempts of a read with their pauses, and what a busy machine adds. */
const answerLimitMs = 10 * requestTimeoutMs;

/** Asks for a lease and gives back why it was not to be had. */
async function refusal(store: ServerStore): Promise<{ error: CoordinationError; tookMs: number }> {
  const startedAt = performance.now();
  const error: unknown = await createCoordinator(store.open(), { requestTimeoutMs })
    .acquire("job", { ttlMs })
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(CoordinationError);
  return { error: error as CoordinationError, tookMs: performance.now() - startedAt };
}

/** One line that says where and what, without a stack or a page of XML in it. */
function expectSentence({ message }: Error, store: ServerStore): void {
  console.log(`  ${message}`);
  expect(message).toContain(store.bucket);
  expect(message).toMatch(/^[^\n\r]{20,400}$/);
  expect(message).not.toMatch(/undefined|\[object|<\?xml|\bat \S+ \(/);
}

export function failures(site: () => Site, kind: ServerKind): void {
  describe("a wrong set-up", () => {
    const expectRefused = async (store: ServerStore, code: ErrorCode, says: RegExp): Promise<void> => {
      const { error, tookMs } = await refusal(store);
      expect(error.code).toBe(code);
      expectSentence(error, store);
      expect(error.message).toMatch(says);
      expect(tookMs).toBeLessThan(answerLimitMs);
    };

    test("a bucket that does not exist is a misconfiguration, and is named", async () => {
      await expectRefused(
        storeOn(site().server, "no-such-bucket-here"),
        "misconfigured",
        /no-such-bucket-here/,
      );
    });

    if (kind.verifies.includes("credentials")) {
      test("wrong credentials are a misconfiguration, never a lease that is not held", async () => {
        const store = storeOn(site().server, site().bucket, { credentials: newCredentials() });
        await expectRefused(store, "misconfigured", /403|InvalidAccessKeyId|access key/i);
      });
    }

    if (kind.verifies.includes("region")) {
      test("a wrong region is a misconfiguration, and says which", async () => {
        const store = storeOn(site().server, site().bucket, { region: "eu-north-9" });
        await expectRefused(store, "misconfigured", /region/);
      });
    }

    test("a server that accepts and never answers is unavailable, within the time-outs", async () => {
      await using silent = await silentServer();
      await expectRefused(
        storeOn(site().server, site().bucket, { endpoint: silent.url }),
        "unavailable",
        /400 ms/,
      );
    });

    test("an address where nothing listens is unavailable at once", async () => {
      const { url, [Symbol.asyncDispose]: close } = await silentServer();
      await close();
      await expectRefused(
        storeOn(site().server, site().bucket, { endpoint: url }),
        "unavailable",
        /ECONNREFUSED/,
      );
    });
  });

  goneServer(site);
}

function goneServer(site: () => Site): void {
  describe("a server that goes away while a lease is held", () => {
    /** Holds a lease, does that to the server, and tells how the lease ended. */
    const heldWhile = async (context: TestContext, fault: "pause" | "kill") => {
      const { life, place } = await siteOfItsOwn(site(), context);
      const store = place();
      const events: string[] = [];
      const coordinator = createCoordinator(store.open(), {
        requestTimeoutMs,
        onEvent: ({ type }) => events.push(type),
      });
      const lease = await coordinator.acquire("job", { ttlMs });
      await life[fault]();
      const faultAt = performance.now();
      await new Promise((resolve) => lease.signal.addEventListener("abort", resolve));
      return { lease, store, events, lostAfterMs: performance.now() - faultAt };
    };

    test.for([
      ["hangs", "pause"],
      ["is killed", "kill"],
    ] as const)(
      "and %s: the lease ends inside its window, as expired, and the release is honest",
      async ([_, fault], context) => {
        const { lease, store, events, lostAfterMs } = await heldWhile(context, fault);
        const loss = lease.signal.reason as LeaseLostError;
        expect(loss).toMatchObject({ code: "lease-lost", reason: "expired" });
        console.log(`  ${loss.message}`);
        expect(loss.message).toMatch(/^[^\n\r]{20,400}$/);
        expect(loss.message).toContain("job");
        expect(lostAfterMs).toBeLessThan(ttlMs);
        expect(events).toContain("lease.uncertain");
        expect(await lease.release()).toBe("lapsed");

        const { error, tookMs } = await refusal(store);
        expect(error.code).toBe("unavailable");
        expectSentence(error, store);
        expect(tookMs).toBeLessThan(answerLimitMs);
      },
    );
  });
}

/** Accepts connections and says nothing. */
async function silentServer(): Promise<{ url: string } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => void sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
