/** What `--version` prints. */
import { readFileSync } from "node:fs";

/** Of the package that this file is in, whether from its source or as built. */
export function version(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
