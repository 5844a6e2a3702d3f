/** The two checksums of an object's bytes, in base64 as Google gives them. */
import { createHash } from "node:crypto";

/** CRC-32C's generator, its bits from the lowest to the highest (RFC 3720, appendix B.4). */
const generator = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ generator : rest >>> 1;
  return rest;
});

/** The checksum in big-endian order (https://cloud.google.com/storage/docs/metadata#crc32c); libraries check it. */
export function crc32c(bytes: Uint8Array): string {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] as number);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(~rest >>> 0);
  return sum.toString("base64");
}

export function md5(bytes: Uint8Array): Buffer {
  return createHash("md5").update(bytes).digest();
}
