/** A small S3 on the loopback that honours its conditions, until a test lets it fail: enough for the command's errors. */
import { randomUUID } from "node:crypto";
import { type ScriptedAnswer, type ScriptedStep, startScriptedServer } from "@fencepost/testing";
import { onTestFinished } from "vitest";

type Request = Parameters<NonNullable<ScriptedAnswer["before"]>>[0];

export interface SmallS3 {
  /** A store's URL. */
  readonly url: string;
  /** What the SDK needs to sign requests. */
  readonly environment: Readonly<Record<string, string>>;
}

/** @param fault what happens to a request instead, where something does */
export async function startSmallS3(fault: (request: Request) => ScriptedStep | undefined): Promise<SmallS3> {
  const objects = new Map<
    string,
    { readonly etag: string; readonly body: Uint8Array; readonly writtenAt: string }
  >();
  const answer = (request: Request): ScriptedAnswer => {
    const { method, path, headers, body } = request;
    const now = new Date().toUTCString();
    const found = objects.get(path);
    if (method === "GET") {
      if (!found) return refusal(404, "NoSuchKey");
      return {
        status: 200,
        headers: { Date: now, "Last-Modified": found.writtenAt, ETag: found.etag },
        body: found.body,
      };
    }
    const wanted = headers["if-match"];
    if (headers["if-none-match"] === "*" && found) return refusal(412, "PreconditionFailed");
    if (wanted !== undefined && wanted !== found?.etag) return refusal(412, "PreconditionFailed");
    if (method === "DELETE") {
      objects.delete(path);
      return { status: 204 };
    }
    const etag = `"${randomUUID()}"`;
    objects.set(path, { etag, body, writtenAt: now });
    return { status: 200, headers: { Date: now, ETag: etag } };
  };
  const server = await startScriptedServer((request) => fault(request) ?? answer(request));
  onTestFinished(() => server.close().catch(() => {}));
  return { url: s3Url(server.url), environment: credentials };
}

/** A bucket at an endpoint. */
export function s3Url(endpoint: string): string {
  return `s3://bucket/p?region=us-east-1&pathStyle=true&endpoint=${encodeURIComponent(endpoint)}`;
}

/** Read by nobody who checks them. */
export const credentials: SmallS3["environment"] = {
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
};

export function refusal(status: number, code: string): ScriptedAnswer {
  return {
    status,
    headers: { Date: new Date().toUTCString(), "Content-Type": "application/xml" },
    body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>as the test wants it</Message></Error>`,
  };
}
