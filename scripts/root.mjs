import { fileURLToPath } from "node:url";

/** The folder of the repository. Every script works on it, wherever it was started from. */
export const root = fileURLToPath(new URL("..", import.meta.url));
