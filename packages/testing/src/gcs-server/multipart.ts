/**
 * Takes a multipart upload apart: a part with the resource, a part with the bytes
 * (https://cloud.google.com/storage/docs/uploading-objects#rest-upload-objects).
 */

/** One part, its header names in lower case. */
export interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** @throws SyntaxError if it is not what `multipart/related` promises (RFC 2046, section 5.1). */
export function partsOf(contentType: string, body: Uint8Array): readonly Part[] {
  const boundary = boundaryIn(contentType);
  // The first delimiter may stand at the very start, without the line break that belongs to every other one.
  const text = Buffer.concat([Buffer.from("\r\n"), body]);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const parts: Part[] = [];
  let at = text.indexOf(delimiter);
  // Each round moves on by at least one delimiter.
  while (at >= 0) {
    const start = at + delimiter.byteLength;
    if (text.subarray(start, start + 2).toString("latin1") === "--") return parts;
    const end = text.indexOf(delimiter, start);
    if (end < 0) break;
    parts.push(partIn(text.subarray(start, end)));
    at = end;
  }
  throw new SyntaxError(`a multipart body must end with --${boundary}--`);
}

function boundaryIn(contentType: string): string {
  const [, quoted, plain] =
    /^multipart\/related\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new SyntaxError("a multipart upload needs multipart/related; boundary=…");
  return boundary;
}

/** What stands between two delimiters: the rest of the delimiter's line, headers, an empty line, the body. */
function partIn(bytes: Buffer): Part {
  const line = bytes.indexOf("\r\n");
  const head = bytes.indexOf("\r\n\r\n");
  if (line < 0 || head < 0) throw new SyntaxError("a part must have headers, an empty line and a body");
  const lines = bytes.subarray(line, head).toString("utf8").split("\r\n").filter(Boolean);
  const headers = lines.map((each) => {
    const colon = each.indexOf(":");
    return [each.slice(0, Math.max(colon, 0)).trim().toLowerCase(), each.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), body: new Uint8Array(bytes.subarray(head + 4)) };
}
