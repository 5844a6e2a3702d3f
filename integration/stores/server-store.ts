/** A place in a bucket of a real server, as our own processes and their children name it. */
import { randomUUID } from "node:crypto";
import { S3Client } from "@aws-sdk/client-s3";
import type { Store } from "@fencepost/core";
import { gcsStore } from "@fencepost/gcs";
import { s3Store } from "@fencepost/s3";
import type { Credentials, RealServer } from "../servers/server.ts";

export interface ServerStore {
  readonly bucket: string;
  readonly prefix: string;
  /** `s3://…` or `gs://…`, endpoint included. */
  readonly url: string;
  /** What a child process needs beside the URL. */
  readonly environment: Readonly<Record<string, string>>;
  /** A view of its own for each call, as two processes have. */
  open(): Store;
}

/** Where it differs from the server as it is: another way there, or something wrong on purpose. */
export interface Deviation {
  readonly endpoint?: string | undefined;
  readonly credentials?: Credentials | undefined;
  readonly region?: string | undefined;
  /** A place that is known already. @default a fresh one */
  readonly prefix?: string | undefined;
}

/** A fresh prefix in `bucket`, so that no test meets the objects of another. */
export function storeOn(server: RealServer, bucket: string, deviation: Deviation = {}): ServerStore {
  const prefix = deviation.prefix ?? randomUUID();
  const endpoint = deviation.endpoint ?? server.endpoint;
  if (server.kind.protocol === "gcs") {
    const url = `gs://${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`;
    return { bucket, prefix, url, environment: {}, open: () => gcsStore(url) };
  }
  const { accessKey: accessKeyId, secretKey: secretAccessKey } = deviation.credentials ?? server.credentials;
  const region = deviation.region ?? server.region;
  const url = `s3://${bucket}/${prefix}?${new URLSearchParams({ region, endpoint, ...server.kind.urlParameters })}`;
  return {
    bucket,
    prefix,
    url,
    environment: {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      // Its notice of the end of Node 20 says nothing of a test.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    },
    open: () =>
      s3Store(url, { client: new S3Client({ region, credentials: { accessKeyId, secretAccessKey } }) }),
  };
}
