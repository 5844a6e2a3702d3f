/** A label for this process, for people: where it runs and which one it is, as far as that is known. */
export function processLabel(): string {
  // biome-ignore lint/style/noRestrictedGlobals: the only way to ask for `process` where there may be none
  const { process } = globalThis as { process?: { pid?: number; env?: Record<string, string | undefined> } };
  const host = process?.env?.["HOSTNAME"] ?? process?.env?.["COMPUTERNAME"];
  const pid = process?.pid === undefined ? undefined : `pid ${process.pid}`;
  return [host, pid].filter((part) => part !== undefined && part !== "").join(" ") || "unnamed";
}
