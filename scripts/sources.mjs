// How a run on the sources finds them: package names lead to `src`, so that nothing has to be built.
import { join } from "node:path";
import { root } from "./root.mjs";

export const sourceAliases = [
  { find: /^@fencepost\/([a-z0-9]+)$/, replacement: join(root, "packages/$1/src/index.ts") },
  { find: "@fencepost/core/http-times", replacement: join(root, "packages/core/src/store/http-times.ts") },
];
