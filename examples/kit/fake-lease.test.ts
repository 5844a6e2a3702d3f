/** A test of code that is handed a lease: no store, no coordinator, and a loss when the test says so. */
import { FencedError, type Lease } from "@fencepost/core";
import { fakeLease } from "@fencepost/testing";
import { expect, test } from "vitest";

// The code under test: it stops between two pages once its lease is lost, and sends its token with each.
async function publish(
  pages: readonly string[],
  lease: Lease,
  send: (page: string, token: number) => Promise<void>,
) {
  for (const page of pages) {
    lease.throwIfLost();
    await send(page, lease.token);
  }
}

test("each page is sent with the token of the lease", async () => {
  const sent: unknown[] = [];
  await publish(["home", "about"], fakeLease({ token: 7 }), async (...page) => void sent.push(page));
  expect(sent).toEqual([
    ["home", 7],
    ["about", 7],
  ]);
});

test("nothing is sent after the lease is lost", async () => {
  const lease = fakeLease();
  const sent: string[] = [];
  const publishing = publish(["home", "about"], lease, async (page) => {
    sent.push(page);
    lease.lose("superseded");
  });
  await expect(publishing).rejects.toMatchObject({ code: "lease-lost", reason: "superseded" });
  expect(sent).toEqual(["home"]);
});

test("a server that knows a newer token ends it", async () => {
  const lease = fakeLease({ key: "site" });
  const refusing = async (_: string, token: number): Promise<void> => {
    throw new FencedError(`token ${token} is older than the newest`, { key: lease.key, token: lease.token });
  };
  await expect(publish(["home"], lease, refusing)).rejects.toMatchObject({ code: "fenced", key: "site" });
});
