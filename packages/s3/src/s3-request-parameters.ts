/**
 * Parameters that are added to every request that knows them. Others lost locks because one path missed them: a lock
 * written with a customer key that its own read path does not have cannot be read (opentofu/opentofu#3041).
 */
import type {
  DeleteObjectCommandInput,
  GetObjectCommandInput,
  ListObjectsV2CommandInput,
  PutObjectCommandInput,
} from "@aws-sdk/client-s3";

/** The four commands that are ever sent. */
export type RequestKind = "get" | "put" | "delete" | "list";

type AnyInput = GetObjectCommandInput &
  PutObjectCommandInput &
  DeleteObjectCommandInput &
  ListObjectsV2CommandInput;

/** Which requests know a parameter; or why it cannot be set. */
type Placement = readonly RequestKind[] | { readonly refused: string };

const all: Placement = ["get", "put", "delete", "list"];
const body: Placement = ["get", "put"];
const put: Placement = ["put"];
const get: Placement = ["get"];
const remove: Placement = ["delete"];
const list: Placement = ["list"];
const ours: Placement = { refused: "is set by Fencepost itself" };
const partial: Placement = { refused: "would read something else than the newest state, whole" };
const ofOneBody: Placement = { refused: "depends on the bytes of one body" };

/** Every parameter of the four commands in @aws-sdk/client-s3 3.1175; the type asks for a row for a new one. */
const placements: Readonly<Record<keyof AnyInput, Placement>> = {
  ExpectedBucketOwner: all,
  RequestPayer: all,
  SSECustomerAlgorithm: body,
  SSECustomerKey: body,
  SSECustomerKeyMD5: body,
  ChecksumMode: get,
  ACL: put,
  BucketKeyEnabled: put,
  CacheControl: put,
  ChecksumAlgorithm: put,
  ContentDisposition: put,
  ContentLanguage: put,
  ContentType: put,
  Expires: put,
  GrantFullControl: put,
  GrantRead: put,
  GrantReadACP: put,
  GrantWriteACP: put,
  ObjectLockEventHold: put,
  ObjectLockEventHoldDurationDays: put,
  ObjectLockEventHoldDurationYears: put,
  ObjectLockLegalHoldStatus: put,
  ObjectLockMode: put,
  ObjectLockRetainUntilDate: put,
  SSEKMSEncryptionContext: put,
  SSEKMSKeyId: put,
  ServerSideEncryption: put,
  StorageClass: put,
  Tagging: put,
  WebsiteRedirectLocation: put,
  BypassGovernanceRetention: remove,
  MFA: remove,
  FetchOwner: list,
  MaxKeys: list,
  OptionalObjectAttributes: list,
  Bucket: ours,
  Key: ours,
  Body: ours,
  Metadata: ours,
  IfMatch: ours,
  IfNoneMatch: ours,
  IfMatchLastModifiedTime: ours,
  IfMatchSize: ours,
  IfModifiedSince: ours,
  IfUnmodifiedSince: ours,
  Prefix: ours,
  ContinuationToken: ours,
  EncodingType: ours,
  Delimiter: { refused: "would leave keys out" },
  StartAfter: { refused: "would leave keys out" },
  Range: partial,
  PartNumber: partial,
  VersionId: partial,
  WriteOffsetBytes: { refused: "would append instead of replacing" },
  ContentEncoding: { refused: "would make others decode what was never encoded" },
  ResponseCacheControl: ours,
  ResponseContentDisposition: ours,
  ResponseContentEncoding: ours,
  ResponseContentLanguage: ours,
  ResponseContentType: ours,
  ResponseExpires: ours,
  ContentLength: ofOneBody,
  ContentMD5: ofOneBody,
  ChecksumCRC32: ofOneBody,
  ChecksumCRC32C: ofOneBody,
  ChecksumCRC64NVME: ofOneBody,
  ChecksumMD5: ofOneBody,
  ChecksumSHA1: ofOneBody,
  ChecksumSHA256: ofOneBody,
  ChecksumSHA512: ofOneBody,
  ChecksumXXHASH128: ofOneBody,
  ChecksumXXHASH3: ofOneBody,
  ChecksumXXHASH64: ofOneBody,
};

/** By the names of the SDK, such as `{ ExpectedBucketOwner: "111122223333" }`. */
export type S3RequestParameters = Partial<
  Omit<AnyInput, "Bucket" | "Key" | "Body" | "Metadata" | "Prefix" | "Range" | "VersionId" | `If${string}`>
>;

/** Gives each kind of request its share. */
export type ParametersFor = (kind: RequestKind) => Partial<AnyInput>;

/** @throws TypeError naming a parameter that cannot be set, and why. */
export function requestParameters(given: S3RequestParameters = {}): ParametersFor {
  const shares: Record<RequestKind, Record<string, unknown>> = { get: {}, put: {}, delete: {}, list: {} };
  for (const [name, value] of Object.entries(given)) {
    const placement = Object.hasOwn(placements, name) ? placements[name as keyof AnyInput] : undefined;
    if (!placement)
      throw new TypeError(`requestParameters: S3 has no parameter ${name} for reads, writes or lists`);
    if ("refused" in placement) throw new TypeError(`requestParameters: ${name} ${placement.refused}`);
    for (const kind of placement) shares[kind][name] = value;
  }
  return (kind) => shares[kind];
}
