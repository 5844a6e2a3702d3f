/** What a request asks of S3; or that it asks for what this server does not do. */
import type { Asked } from "../object-server/protocol.ts";
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";
import { addressOf } from "./s3-address.ts";
import type { S3Problem } from "./s3-error.ts";
import { payloadOf, type S3Payload } from "./s3-payload.ts";

/** The names are those of the API. */
export type S3Operation =
  | "PutObject"
  | "GetObject"
  | "HeadObject"
  | "DeleteObject"
  | "ListObjectsV2"
  | "CreateBucket"
  | "HeadBucket"
  | "GetBucketLocation";

/** A request, read. */
export interface S3Asked extends Asked {
  readonly operation: S3Operation | "";
  readonly request: RecordedRequest;
  readonly payload: S3Payload;
  /** What keeps it from being served at all. */
  readonly problem: S3Problem | undefined;
}

interface Form {
  readonly method: string;
  readonly of: "object" | "bucket";
  /** The parameter that makes this operation of it, with its value if it must have one. */
  readonly marked?: readonly [name: string, value: string] | undefined;
  /** Every other parameter that it may have. */
  readonly parameters: readonly string[];
}

/** Which request asks for what. What fits no form is not implemented. */
const forms: Readonly<Record<S3Operation, Form>> = {
  PutObject: { method: "PUT", of: "object", parameters: [] },
  GetObject: { method: "GET", of: "object", parameters: [] },
  HeadObject: { method: "HEAD", of: "object", parameters: [] },
  DeleteObject: { method: "DELETE", of: "object", parameters: [] },
  ListObjectsV2: {
    method: "GET",
    of: "bucket",
    marked: ["list-type", "2"],
    parameters: [
      "prefix",
      "delimiter",
      "max-keys",
      "continuation-token",
      "start-after",
      "encoding-type",
      "fetch-owner",
    ],
  },
  CreateBucket: { method: "PUT", of: "bucket", parameters: [] },
  HeadBucket: { method: "HEAD", of: "bucket", parameters: [] },
  GetBucketLocation: { method: "GET", of: "bucket", marked: ["location", ""], parameters: [] },
};

/** Headers that would change what is done; to pass over them in silence would be a lie. */
const unsupportedHeaders =
  /^(range|if-unmodified-since|x-amz-copy-source.*|x-amz-server-side-encryption.*|x-amz-object-lock-.*|x-amz-write-offset-bytes|x-amz-if-match-.*|x-amz-website-redirect-location)$/;

/** Any operation may have these: who sends it, and a signature in the query. */
const always = /^(x-id|X-Amz-.*)$/;

/** @param domain as for `addressOf` */
export function asked(request: RecordedRequest, domain: string): S3Asked {
  const address = addressOf(request, domain);
  const { bucket, key } = address ?? { bucket: "", key: "" };
  const operation = address && operationOf(request, bucket, key);
  const refused = Object.keys(request.headers).find((name) => unsupportedHeaders.test(name));
  return {
    operation: operation ?? "",
    bucket,
    key,
    isRead: operation === "GetObject" || operation === "HeadObject",
    request,
    payload: payloadOf(request),
    problem: problemOf(request, address !== undefined, operation, key, refused),
  };
}

function problemOf(
  request: RecordedRequest,
  isEncoded: boolean,
  operation: S3Operation | undefined,
  key: string,
  refused: string | undefined,
): S3Problem | undefined {
  const { method, target } = request;
  if (!isEncoded) return { code: "InvalidArgument", detail: `${target} is not percent-encoded UTF-8` };
  if (!operation) return { code: "NotImplemented", detail: `this server does not know ${method} ${target}` };
  if (refused) return { code: "NotImplemented", detail: `this server does not know the header ${refused}` };
  if (Buffer.byteLength(key) > 1024) return { code: "KeyTooLongError" };
  return undefined;
}

function operationOf(
  { method, query }: RecordedRequest,
  bucket: string,
  key: string,
): S3Operation | undefined {
  const of = key === "" ? "bucket" : "object";
  const names = [...query.keys()].filter((name) => !always.test(name));
  const fits = ({ marked, parameters, ...form }: Form): boolean =>
    form.method === method &&
    form.of === of &&
    (marked === undefined || query.get(marked[0]) === marked[1]) &&
    names.every((name) => name === marked?.[0] || parameters.includes(name));
  if (bucket === "") return undefined;
  return (Object.keys(forms) as S3Operation[]).find((operation) => fits(forms[operation]));
}
