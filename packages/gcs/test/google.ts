/** What a scripted server needs to pass for Google, and the two ways to reach it. For tests only. */

import type { Store } from "@fencepost/core";
import type { ScriptedAnswer } from "@fencepost/testing";
import { Storage } from "@google-cloud/storage";
import type { GcsStoreOptions } from "../src/gcs-options.ts";
import { gcsStore } from "../src/gcs-store.ts";

/** A `Storage` of the real library that has a token and believes in an endpoint of its own. */
export function lentStorage(url: string, transporterOptions: object = {}): Storage {
  const user = {
    type: "authorized_user",
    client_id: "client",
    client_secret: "secret",
    refresh_token: "refresh",
  };
  const client = new Storage().authClient.fromJSON(user, { transporterOptions });
  client.setCredentials({ access_token: "test-token", expiry_date: Date.UTC(2100, 0) });
  return new Storage({ apiEndpoint: url, useAuthWithCustomEndpoint: true, authClient: client });
}

export interface Route {
  readonly by: string;
  storeAt(url: string, options?: Omit<GcsStoreOptions, "storage">): Store;
}

export const routes: readonly Route[] = [
  {
    by: "the library's client",
    storeAt: (url, options) => gcsStore("gs://bucket/app", { ...options, storage: lentStorage(url) }),
  },
  {
    by: "fetch",
    storeAt: (url, options) => gcsStore({ bucket: "bucket", prefix: "app", endpoint: url }, options),
  },
];

export const now = "Mon, 30 Nov 2026 12:00:10 GMT";
export const nowMs: number = Date.UTC(2026, 10, 30, 12, 0, 10);

/** An object as the XML API sends it, 10 s old. */
export function objectAnswer(generation: string, headers: Record<string, string> = {}): ScriptedAnswer {
  return {
    status: 200,
    headers: {
      Date: now,
      "Last-Modified": "Mon, 30 Nov 2026 12:00:00 GMT",
      "x-goog-generation": generation,
      ...headers,
    },
    body: "body",
  };
}

export function insertedAnswer(generation: string): ScriptedAnswer {
  return {
    status: 200,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ generation }),
  };
}

/** An error of the JSON API. */
export function jsonError(status: number, reason: string, message: string): ScriptedAnswer {
  const error = { code: status, message, errors: [{ domain: "global", reason, message }] };
  return {
    status,
    headers: { Date: now, "Content-Type": "application/json" },
    body: JSON.stringify({ error }),
  };
}

/** An error of the XML API. */
export function xmlError(status: number, code: string, message: string): ScriptedAnswer {
  return {
    status,
    headers: { Date: now, "Content-Type": "application/xml; charset=UTF-8" },
    body: `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}
