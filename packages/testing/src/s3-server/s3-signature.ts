/**
 * Signature Version 4, seen from the server: in the header or in the query
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html).
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";

/** Who may ask. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What is wrong with who asks. Which code a store has for it is its profile's. */
export type SignatureProblem =
  | "unsigned"
  | "malformed"
  | "unknown-key"
  | "region"
  | "skewed"
  | "expired"
  | "mismatch";

interface Signed {
  readonly accessKeyId: string;
  /** `20261130/us-east-1/s3/aws4_request` */
  readonly scope: string;
  readonly headers: readonly string[];
  readonly signature: string;
  /** `20261130T212744Z` */
  readonly date: string;
  readonly payloadHash: string;
  /** For a signature in the query; in seconds. */
  readonly expires?: number | undefined;
}

const tooSkewedMs = 15 * 60_000;

/** @param region that a signature must name; `undefined`: any will do */
export function signatureProblem(
  request: RecordedRequest,
  credentials: S3Credentials,
  region: string | undefined,
  nowMs: number,
): SignatureProblem | undefined {
  const signed = signedBy(request);
  if (signed === undefined || signed === "malformed") return signed ?? "unsigned";
  const [day, scopeRegion, service, end] = signed.scope.split("/");
  const atMs = Date.parse(
    signed.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  const isWhole = service === "s3" && end === "aws4_request" && signed.date.startsWith(`${day}T`);
  if (!isWhole || Number.isNaN(atMs) || !signed.headers.includes("host")) return "malformed";
  if (signed.accessKeyId !== credentials.accessKeyId) return "unknown-key";
  if (region !== undefined && scopeRegion !== region) return "region";
  if (signed.expires === undefined) {
    if (Math.abs(nowMs - atMs) > tooSkewedMs) return "skewed";
  } else if (nowMs > atMs + signed.expires * 1_000) return "expired";
  const expected = signatureOf(request, signed, credentials.secretAccessKey);
  return equal(signed.signature, expected) ? undefined : "mismatch";
}

function signedBy({ headers, query }: RecordedRequest): Signed | "malformed" | undefined {
  const header = headers["authorization"];
  if (header === undefined && !query.has("X-Amz-Signature")) return undefined;
  const [credential, names, signature] =
    header === undefined
      ? ["X-Amz-Credential", "X-Amz-SignedHeaders", "X-Amz-Signature"].map((name) => query.get(name) ?? "")
      : (/^AWS4-HMAC-SHA256 +Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)$/
          .exec(header)
          ?.slice(1) ?? []);
  const [accessKeyId, ...scope] = credential?.split("/") ?? [];
  if (!accessKeyId || !names || !signature) return "malformed";
  const shared = { accessKeyId, scope: scope.join("/"), headers: names.split(";"), signature };
  return header === undefined
    ? {
        ...shared,
        date: query.get("X-Amz-Date") ?? "",
        payloadHash: "UNSIGNED-PAYLOAD",
        expires: Number(query.get("X-Amz-Expires")),
      }
    : { ...shared, date: headers["x-amz-date"] ?? "", payloadHash: headers["x-amz-content-sha256"] ?? "" };
}

function signatureOf(
  request: RecordedRequest,
  { scope, headers, date, payloadHash }: Signed,
  secret: string,
): string {
  const canonical = [
    request.method,
    request.path.split("/").map(recoded).join("/"),
    canonicalQuery(request.target),
    ...headers.map((name) => `${name}:${(request.headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    headers.join(";"),
    payloadHash,
  ].join("\n");
  const hash = createHash("sha256").update(canonical).digest("hex");
  const key = scope
    .split("/")
    .reduce<string | Buffer>((secretOf, part) => hmac(secretOf, part), `AWS4${secret}`);
  return hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${hash}`).toString("hex");
}

/** Not by `URLSearchParams`, to which a plus is a space. */
function canonicalQuery(target: string): string {
  const [, ...query] = target.split("?");
  return query
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith("X-Amz-Signature="))
    .map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [recoded(name), recoded(value.join("="))];
    })
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join("="))
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whatever a client has left unescaped, the signature is over the strict form. */
function recoded(part: string): string {
  return encodeURIComponent(decodeURIComponent(part)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
