import { randomBytes } from "node:crypto";
import type { Credentials } from "./server.ts";

/** Fresh ones for every server that we start, so that none is ever worth anything elsewhere. */
export function newCredentials(): Credentials {
  return { accessKey: `test${randomBytes(6).toString("hex")}`, secretKey: randomBytes(20).toString("hex") };
}
