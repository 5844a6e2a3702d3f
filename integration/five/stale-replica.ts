/** Stores that lose a write: what a stale replica is, on each kind of store. */

import { startGcsServer, startS3Server } from "@fencepost/testing";
import Sqlite from "better-sqlite3";
import type { TestContext } from "vitest";
import { siteOn } from "../chapters/site.ts";
import type { ActorOptions } from "../processes/actor.ts";
import { programServer } from "../servers/program.ts";
import type { ServerKind } from "../servers/server.ts";

/** A store that can be brought back as it was. */
export interface StaleReplica {
  readonly place: ActorOptions["place"];
  /** This is what its replica has. */
  replicate(): Promise<void>;
  /** The replica takes its place. */
  fail(): Promise<void>;
}

/** A real server of its own, whose disk is restored from an older copy. Its program is needed: a container's disk is not ours. */
export async function restoredDisk(kind: ServerKind, context: TestContext): Promise<StaleReplica> {
  const server = await programServer(kind);
  context.onTestFinished(() => server.stop());
  const site = await siteOn(server);
  return { place: site.place(), replicate: () => server.copy(), fail: () => server.restore() };
}

/** SQLite's own online backup, there and back again: as its shell's `.restore`. */
export async function restoredFile(path: string): Promise<StaleReplica> {
  const copy = `${path}.copy`;
  const backup = async (from: string, to: string): Promise<void> => {
    const database = new Sqlite(from);
    try {
      await database.backup(to);
    } finally {
      database.close();
    }
  };
  return {
    place: { url: `sqlite:${path}`, environment: {} },
    replicate: () => backup(path, copy),
    fail: () => backup(copy, path),
  };
}

/** The test kit's strict servers can do it by themselves. */
export async function rolledBack(protocol: "s3" | "gcs", context: TestContext): Promise<StaleReplica> {
  const credentials = { accessKeyId: "known", secretAccessKey: "secret" };
  const server = protocol === "s3" ? await startS3Server({ credentials }) : await startGcsServer();
  context.onTestFinished(() => server.close());
  const endpoint = encodeURIComponent(server.url);
  const s3 = {
    url: `s3://bucket/five?region=us-east-1&endpoint=${endpoint}`,
    environment: {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    },
  };
  let revision = 0;
  return {
    place: protocol === "s3" ? s3 : { url: `gs://bucket/five?endpoint=${endpoint}`, environment: {} },
    async replicate() {
      revision = server.revision;
    },
    async fail() {
      server.rollBack(revision);
    },
  };
}
