/** What a caller may choose beside the location. */
import { createHash } from "node:crypto";

/** The part of a `Storage` of `@google-cloud/storage` that is used. */
export interface StorageLike {
  readonly apiEndpoint: string;
  readonly customEndpoint?: boolean | undefined;
  readonly useAuthWithCustomEndpoint?: boolean | undefined;
  readonly authClient: {
    request(options: never): Promise<unknown>;
    getRequestHeaders(url: never): Promise<unknown>;
  };
}

/** What may be chosen beside the location. */
export interface GcsStoreOptions {
  /**
   * Lends its credentials and its endpoint. Its retries, interceptors and time-outs are not used: a request here is
   * sent once, with the signal of the call.
   *
   * @default application-default credentials
   */
  readonly storage?: StorageLike | undefined;
  /** The project to bill, where the requester pays. @default none */
  readonly userProject?: string | undefined;
  /** A customer-supplied encryption key: 32 bytes, or the same in base64. @default none */
  readonly encryptionKey?: Uint8Array | string | undefined;
}

const names = ["storage", "userProject", "encryptionKey"];

/** @throws TypeError or RangeError that names the option, the rule and the fix. */
export function checkOptions(options: GcsStoreOptions): void {
  const stray = Object.keys(options).find((name) => !names.includes(name));
  if (stray !== undefined) {
    throw new TypeError(`unknown option ${JSON.stringify(stray)} of gcsStore; there are ${names.join(", ")}`);
  }
  const { storage, userProject } = options;
  if (storage !== undefined && typeof storage.authClient?.request !== "function") {
    throw new TypeError("option storage must be a Storage of @google-cloud/storage, with its authClient");
  }
  if (userProject !== undefined && (typeof userProject !== "string" || !/^[a-z0-9.:-]+$/.test(userProject))) {
    throw new TypeError(`option userProject ${JSON.stringify(userProject)} must be a project's id or number`);
  }
}

/**
 * What goes along with every request, whatever it does: others have lost locks because one path lacked the key
 * (https://github.com/opentofu/opentofu/issues/3041). The names are those of both APIs
 * (https://cloud.google.com/storage/docs/json_api/v1/parameters).
 */
export function commonHeaders(options: GcsStoreOptions): Readonly<Record<string, string>> {
  const { userProject, encryptionKey } = options;
  return {
    ...(userProject === undefined ? {} : { "x-goog-user-project": userProject }),
    ...(encryptionKey === undefined ? {} : encryptionHeaders(encryptionKey)),
  };
}

/** https://cloud.google.com/storage/docs/encryption/customer-supplied-keys#request_headers */
function encryptionHeaders(key: Uint8Array | string): Record<string, string> {
  const bytes = typeof key === "string" ? Buffer.from(key, "base64") : Buffer.from(key);
  // The key itself is never shown.
  if (bytes.byteLength !== 32) {
    throw new RangeError(`option encryptionKey has ${bytes.byteLength} bytes; an AES-256 key has 32`);
  }
  return {
    "x-goog-encryption-algorithm": "AES256",
    "x-goog-encryption-key": bytes.toString("base64"),
    "x-goog-encryption-key-sha256": createHash("sha256").update(bytes).digest("base64"),
  };
}
