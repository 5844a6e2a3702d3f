// What the processes of `races.test.ts` open. Plain JavaScript: a process imports it as it stands.
import { sqliteStore } from "@fencepost/sqlite";

/**
 * @param {string} path
 * @returns {import("@fencepost/core").Store}
 */
export function openSqlite(path) {
  return sqliteStore({ path });
}

/**
 * The same file, but each process looks first and writes then, as a store does that checks conditions in its clients.
 *
 * @param {string} path
 * @returns {import("@fencepost/core").Store}
 */
export function openCheckThenWrite(path) {
  const sound = openSqlite(path);
  return {
    name: sound.name,
    capabilities: sound.capabilities,
    get: (key, options) => sound.get(key, options),
    delete: (key, version, options) => sound.delete(key, version, options),
    list: (prefix, options) => sound.list(prefix, options),
    async put(key, body, condition, options) {
      const found = await sound.get(key, {});
      const current = found.kind === "found" ? found.version : undefined;
      if (current !== (condition === "absent" ? undefined : condition.matches)) return { kind: "refused" };
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (;;) {
        const now = await sound.get(key, {});
        const result = await sound.put(
          key,
          body,
          now.kind === "found" ? { matches: now.version } : "absent",
          options,
        );
        if (result.kind === "written") return result;
      }
    },
  };
}

/** A process that ends in the middle. */
export function openAndExit() {
  process.exit(3);
}

/** A process that hangs for good, and does not even hear that its parent lets go. */
export function openAndHang() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
