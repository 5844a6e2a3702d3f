/** Writing and removing an object under a condition, which the store decides in the write itself. */
import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import type { CallOptions, PutCondition, PutOptions, PutResult, Version } from "@fencepost/core";
import { type Request, writeResultOf } from "./s3-errors.ts";
import { exchange, type Failure } from "./s3-exchange.ts";
import { conditionOf, nameOf, noVersion, requestOf, type Target, versionOf } from "./s3-target.ts";

/** As `Store.put`. */
export async function put(
  target: Target,
  key: string,
  body: Uint8Array,
  condition: PutCondition,
  { signal, metadata = {}, contentType }: PutOptions,
): Promise<PutResult> {
  const command = new PutObjectCommand({
    ...target.parametersFor("put"),
    ...nameOf(target, key),
    Body: body,
    Metadata: { ...metadata },
    ...(contentType === undefined ? {} : { ContentType: contentType }),
    ...(condition === "absent" ? { IfNoneMatch: "*" } : { IfMatch: conditionOf(target, condition.matches) }),
  });
  const end = await exchange(target, command, signal, (...call) => target.client.send(...call));
  const operation = condition === "absent" ? "create" : "replace";
  if (end.kind === "failure") return withoutVersion(end, requestOf(target, operation, key), signal);
  const version = versionOf(end.result.ETag);
  if (version !== undefined) return { kind: "written", version };
  return { kind: "unknown", cause: new Error(noVersion(target, key, end.result.ETag)) };
}

/** As `Store.delete`. */
export async function remove(
  target: Target,
  key: string,
  version: Version,
  { signal }: CallOptions,
): Promise<PutResult> {
  const command = new DeleteObjectCommand({
    ...target.parametersFor("delete"),
    ...nameOf(target, key),
    IfMatch: conditionOf(target, version),
  });
  const end = await exchange(target, command, signal, (...call) => target.client.send(...call));
  if (end.kind === "failure") return withoutVersion(end, requestOf(target, "delete", key), signal);
  return { kind: "written", version };
}

function withoutVersion(failure: Failure, request: Request, signal: AbortSignal | undefined): PutResult {
  if (signal?.aborted && failure.signedAt === undefined) throw signal.reason;
  return writeResultOf(failure, request);
}
