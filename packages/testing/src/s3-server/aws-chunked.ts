/**
 * Uploads in pieces, as SDKs send streams: each piece with its length before it, and checksums after the last one
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html). Signatures of single pieces are passed over.
 */

/** The bytes of the object, and the headers that came after them. */
export interface Unchunked {
  readonly body: Uint8Array;
  /** Whether a piece before the last has less than 8 KiB. */
  readonly hasSmallPiece: boolean;
  /** Names in lower case. */
  readonly trailers: Readonly<Record<string, string>>;
}

const pieceMin = 8 * 1024;

/** `undefined` if it breaks off or is not of that form. */
export function unchunked(encoded: Uint8Array): Unchunked | undefined {
  const bytes = Buffer.from(encoded);
  const pieces: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const length = /^([0-9a-f]+)(;.*)?$/i.exec(bytes.toString("latin1", at, Math.max(lineEnd, at)))?.[1];
    if (lineEnd < 0 || length === undefined) return undefined;
    const start = lineEnd + 2;
    const end = start + Number.parseInt(length, 16);
    if (end === start) {
      const hasSmallPiece = pieces.slice(0, -1).some(({ byteLength }) => byteLength < pieceMin);
      return {
        body: Buffer.concat(pieces),
        hasSmallPiece,
        trailers: trailersOf(bytes.toString("latin1", start)),
      };
    }
    if (bytes.toString("latin1", end, end + 2) !== "\r\n") return undefined;
    pieces.push(bytes.subarray(start, end));
    at = end + 2;
  }
  return undefined;
}

function trailersOf(text: string): Record<string, string> {
  const trailers: Record<string, string> = {};
  for (const line of text.split("\r\n")) {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) trailers[name.trim().toLowerCase()] = value.trim();
  }
  return trailers;
}
