import { expect, it } from "vitest";
import { crc32c, md5 } from "./checksums.ts";

const bytes = (hex: string): Uint8Array => Buffer.from(hex, "hex");

it.each([
  // The check value of the catalogue of parametrised CRC algorithms, and the examples of RFC 3720, appendix B.4.
  ["the check value", Buffer.from("123456789"), "e3069283"],
  ["32 zeroes", Buffer.alloc(32), "8a9136aa"],
  ["32 ones", Buffer.alloc(32, 0xff), "62a8ab43"],
  ["32 numbers", Buffer.from(Array.from({ length: 32 }, (_, n) => n)), "46dd794e"],
  ["nothing", new Uint8Array(), "00000000"],
])("crc32c of %s", (_, input, sum) => {
  expect(crc32c(input)).toBe(Buffer.from(bytes(sum)).toString("base64"));
});

it("md5 of nothing", () => {
  expect(md5(new Uint8Array()).toString("hex")).toBe("d41d8cd98f00b204e9800998ecf8427e");
});
