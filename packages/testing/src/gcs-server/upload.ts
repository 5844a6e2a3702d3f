/** The three ways to upload (https://cloud.google.com/storage/docs/uploads-downloads#uploads). */
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";
import type { AskedFor, GcsAsked, Said } from "./asked.ts";
import { crc32c, md5 } from "./checksums.ts";
import { resourceIn, type SentResource } from "./json-body.ts";
import { partsOf } from "./multipart.ts";
import { invalid, Refusal, unsupported } from "./problem.ts";
import { idOf, sessionOf, stepOf } from "./session.ts";

/** A POST. @throws SyntaxError, TypeError or Refusal that says what is wrong */
export function uploadIn(request: RecordedRequest, said: Said): GcsAsked {
  const type = request.query.get("uploadType") ?? "";
  if (type === "media") return simpleIn(request, said);
  if (type === "multipart") return multipartIn(request, said);
  if (type === "resumable") return startIn(request, said);
  throw new Refusal(unsupported(`uploadType=${type}`));
}

function simpleIn({ query, headers, body }: RecordedRequest, said: Said): GcsAsked {
  const sent = resourceIn("");
  return inserted(said, named(query, sent), { ...sent, settings: typed(sent, headers) }, body, headers);
}

function multipartIn({ query, headers, body }: RecordedRequest, said: Said): GcsAsked {
  const [first, second, ...rest] = partsOf(headers["content-type"] ?? "", body);
  if (!first || !second || rest.length > 0) {
    throw new SyntaxError("a multipart upload has two parts: the resource and the bytes");
  }
  const sent = resourceIn(Buffer.from(first.body).toString("utf8"));
  return inserted(
    said,
    named(query, sent),
    { ...sent, settings: typed(sent, second.headers) },
    second.body,
    headers,
  );
}

function startIn({ query, headers, text }: RecordedRequest, said: Said): GcsAsked {
  const sent = resourceIn(text);
  const name = named(query, sent);
  const settings = typed(sent, { "content-type": headers["x-upload-content-type"] ?? "" });
  const { conditions } = said;
  return { ...said, key: name, operation: "uploads.start", uploadId: idOf({ name, settings, conditions }) };
}

/** A PUT to a session. @throws as above */
export function sessionStepIn({ query, headers, body }: RecordedRequest, said: Said): GcsAsked {
  const { name, settings, conditions } = sessionOf(query.get("upload_id") ?? "");
  const bound: Said = { ...said, key: name, conditions };
  const step = stepOf(headers["content-range"], body.byteLength);
  if (step === "part") throw new Refusal(unsupported(`upload in parts (${headers["content-range"]})`));
  if (step === "question") return { ...bound, operation: "uploads.status" };
  return inserted(bound, name, { name, settings, md5Hash: undefined, crc32c: undefined }, body, headers);
}

function inserted(
  said: Said,
  key: string,
  { settings, ...sums }: SentResource,
  body: Uint8Array,
  headers: RecordedRequest["headers"],
): AskedFor<"objects.insert"> {
  const told = headers["x-goog-hash"]?.split(",").map((sum) => sum.trim()) ?? [];
  const own = { md5: md5(body).toString("base64"), crc32c: crc32c(body) };
  const wrong =
    told.find((sum) => sum !== `md5=${own.md5}` && sum !== `crc32c=${own.crc32c}`) ??
    [sums.md5Hash ?? own.md5, sums.crc32c ?? own.crc32c].find((sum) => sum !== own.md5 && sum !== own.crc32c);
  if (wrong !== undefined) throw new Refusal(invalid(`Provided hash ${wrong} doesn't match what was sent.`));
  return { ...said, key, operation: "objects.insert", settings, body };
}

function named(query: URLSearchParams, sent: SentResource): string {
  const name = query.get("name") || sent.name;
  if (!name) throw new TypeError("Required parameter: name");
  // https://cloud.google.com/storage/docs/objects#naming
  if (Buffer.byteLength(name) > 1024 || /[\r\n]/.test(name)) throw new TypeError("Invalid object name");
  return name;
}

function typed(
  { settings }: SentResource,
  headers: Readonly<Record<string, string>>,
): SentResource["settings"] {
  const contentType = settings.contentType ?? (headers["content-type"] || undefined);
  return contentType === undefined ? settings : { ...settings, contentType };
}
