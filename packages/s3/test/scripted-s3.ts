/** The real SDK before a server that answers as a test says. */
import { S3Client } from "@aws-sdk/client-s3";
import { isCoordinationError, type Store, type Version } from "@fencepost/core";
import type { Operation } from "../src/s3-quirk.ts";
import { s3Store } from "../src/s3-store.ts";

export const credentials = { accessKeyId: "key", secretAccessKey: "secret" };

/** Keys and a region, and nothing of where to send. */
export const client = new S3Client({ region: "us-east-1", credentials });

/** The store of `s3://bucket/in` at a server. */
export const storeAt = (endpoint: string, lender: S3Client = client): Store =>
  s3Store({ bucket: "bucket", prefix: "in", endpoint }, { client: lender });

export const version = '"v1"' as Version;
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An error as S3 tells it. */
export const xml = (code: string, more = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>its words</Message>${more}</Error>`;

/** How a call ended: the kind of its result or the code of its error, and what either says. */
export interface Outcome {
  readonly kind: string;
  readonly says: string;
  readonly clockAheadMs?: number | undefined;
  readonly error?: Error;
}

export async function outcome(store: Store, operation: Operation): Promise<Outcome> {
  try {
    switch (operation) {
      case "get":
        return told(await store.get("key", { unlessVersion: version }));
      case "create":
        return told(await store.put("key", bytes("{}"), "absent", {}));
      case "replace":
        return told(await store.put("key", bytes("{}"), { matches: version }, {}));
      case "delete":
        return told(await store.delete("key", version, {}));
      case "list": {
        const keys: string[] = [];
        for await (const key of store.list("", {})) keys.push(key);
        return { kind: "listed", says: keys.join(" ") };
      }
    }
  } catch (error) {
    if (!isCoordinationError(error)) throw error;
    return { kind: error.code, says: error.message, error };
  }
}

function told(result: {
  kind: string;
  detail?: string;
  clockAheadMs?: number | undefined;
  cause?: unknown;
}): Outcome {
  const { kind, detail, clockAheadMs, cause } = result;
  return { kind, says: detail ?? (cause as Error | undefined)?.message ?? "", clockAheadMs };
}

/** A client whose requests go no further than this, and the addresses that they would have gone to. */
export function dead(error: Error = new Error("dead")): { lender: S3Client; asked: string[] } {
  const asked: string[] = [];
  const requestHandler = {
    handle({ hostname, path }: { hostname: string; path: string }) {
      asked.push(`${hostname}${path}`);
      return Promise.reject(error);
    },
  };
  return {
    lender: new S3Client({ region: "us-east-1", credentials, requestHandler: requestHandler as never }),
    asked,
  };
}
