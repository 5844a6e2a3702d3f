/** Reading an object and listing keys. */
import { GetObjectCommand, ListObjectsV2Command, type ListObjectsV2CommandOutput } from "@aws-sdk/client-s3";
import {
  type CallOptions,
  type GetResult,
  UnavailableError,
  UnsupportedStoreError,
  type Version,
} from "@fencepost/core";
import { timesOf, tokenSeedOf } from "@fencepost/core/http-times";
import { type Request, readResultOf } from "./s3-errors.ts";
import { type Answer, exchange, type Failure } from "./s3-exchange.ts";
import { conditionOf, nameOf, noVersion, requestOf, type Target, versionOf } from "./s3-target.ts";

/** As `Store.get`. */
export async function get(
  target: Target,
  key: string,
  { signal, unlessVersion }: CallOptions & { readonly unlessVersion?: Version | undefined },
): Promise<GetResult> {
  const command = new GetObjectCommand({
    ...target.parametersFor("get"),
    ...nameOf(target, key),
    ...(unlessVersion === undefined ? {} : { IfNoneMatch: conditionOf(target, unlessVersion) }),
  });
  const end = await exchange(target, command, signal, async (...call) => {
    const output = await target.client.send(...call);
    return { ...output, body: (await output.Body?.transformToByteArray()) ?? new Uint8Array() };
  });
  if (end.kind === "failure") {
    if (signal?.aborted) throw signal.reason;
    return withoutBody(end, requestOf(target, "get", key), unlessVersion);
  }
  const { ETag, body, Metadata: metadata = {}, ContentType: contentType } = end.result;
  const version = versionOf(ETag);
  if (version === undefined) throw new UnsupportedStoreError(noVersion(target, key, ETag), { key });
  const times = timesOf(end.answer.headers);
  // Not every store looks at the condition of a read.
  if (version === unlessVersion) return { kind: "unchanged", times };
  return { kind: "found", body, metadata, contentType, version, times };
}

function withoutBody(failure: Failure, request: Request, unlessVersion: Version | undefined): GetResult {
  const meaning = readResultOf(failure, request);
  const answer = failure.answer as Answer;
  if (meaning === "absent") return { kind: "absent", tokenSeed: tokenSeedOf(answer.headers) };
  if (unlessVersion !== undefined) return { kind: "unchanged", times: timesOf(answer.headers) };
  throw new UnavailableError("the store answered 304 to a read without a condition", { key: request.key });
}

/** As `Store.list`. */
export async function* list(target: Target, prefix: string, { signal }: CallOptions): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const page = await listPage(target, prefix, token, signal);
    for (const { Key: name } of page.Contents ?? []) {
      const key = name === undefined ? undefined : keyOf(target, decoded(name, page));
      if (key?.startsWith(prefix)) yield key;
    }
    token = nextOf(target, page, token);
  } while (token !== undefined);
}

async function listPage(
  target: Target,
  prefix: string,
  token: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ListObjectsV2CommandOutput> {
  const command = new ListObjectsV2Command({
    ...target.parametersFor("list"),
    Bucket: target.location.bucket,
    Prefix: target.location.prefix + prefix,
    // A key of somebody else's may hold what XML cannot.
    EncodingType: "url",
    ...(token === undefined ? {} : { ContinuationToken: token }),
  });
  const end = await exchange(target, command, signal, (...call) => target.client.send(...call));
  if (end.kind === "result") return end.result;
  if (signal?.aborted) throw signal.reason;
  const meaning = readResultOf(end, requestOf(target, "list", prefix));
  throw new UnavailableError(`the store answered a list as if it were ${meaning}`, { cause: end.error });
}

function decoded(name: string, { EncodingType }: ListObjectsV2CommandOutput): string {
  return EncodingType === "url" ? decodeURIComponent(name.replaceAll("+", " ")) : name;
}

function keyOf({ location }: Target, name: string): string | undefined {
  return name.startsWith(location.prefix) ? name.slice(location.prefix.length) : undefined;
}

function nextOf(
  { location }: Target,
  { IsTruncated, NextContinuationToken }: ListObjectsV2CommandOutput,
  token: string | undefined,
): string | undefined {
  if (!IsTruncated) return undefined;
  if (NextContinuationToken !== undefined && NextContinuationToken !== token) return NextContinuationToken;
  throw new UnsupportedStoreError(
    `${location.name} says that its list goes on, but not where; its keys cannot be listed: use another endpoint`,
    {},
  );
}
