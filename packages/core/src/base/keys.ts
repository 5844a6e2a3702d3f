/** Names of keys: what a user may choose, and where our records lie (protocol, section 1). */

/** S3 and GCS allow 1,024 bytes; the rest is left for a store's prefix. */
const longestNameBytes = 900;
const reserved = "_fencepost/";

/** A text for people in which nothing can move a terminal's cursor or hide. */
export function printable(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is for
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * The name of a lease's record. Leases lie under a folder of their own, so that one lifecycle rule or policy line
 * covers them all, a lease and a document may share a name, and `a` and `a/b` can both exist on a store of files.
 *
 * @throws TypeError if the key is empty, longer than 900 bytes as a whole name, or holds what a store, a path or a
 *   terminal would read as something else.
 */
export function leaseName(key: string): string {
  return recordName("leases", key);
}

/**
 * The name of a document's object, which is the key itself. Errors as of {@link leaseName}.
 */
export function documentName(key: string): string {
  return checkedName(key, key);
}

/** The name of a claim's record: as {@link leaseName}, in a folder of its own. */
export function claimName(key: string): string {
  return recordName("claims", key);
}

/** One of the records of a semaphore. As {@link leaseName}, in a folder of its own. */
export function semaphoreName(key: string, part: number | "gate" | "permits"): string {
  return partName("semaphores", key, part);
}

/**
 * The name of the record of a lease by the key that its handle has: of a part of a read-write lock it is that name itself.
 * Errors as of {@link leaseName}.
 */
export function recordNameOf(key: string): string {
  return typeof key === "string" && /^_fencepost\/read-write\/.+\.json$/.test(key) ? key : leaseName(key);
}

/** One of the records of a read-write lock: a reader's slot, or the writer. As {@link leaseName}, in a folder of its own. */
export function readWriteName(key: string, part: number | "writer"): string {
  return partName("read-write", key, part);
}

/** A slot by its number, or what there is only once. `a.slot-0`, not `a/slot-0`: `a/slot-0.json` may be another key's. */
function partName(folder: string, key: string, part: number | string): string {
  const suffix = typeof part === "number" ? `slot-${part}` : part;
  return checkedName(key, `${reserved}${folder}/${key}.${suffix}.json`);
}

/** The folder in which all claims lie whose key starts with `prefix`. */
export const claimsBelow = (prefix: string): string => `${reserved}claims/${prefix}`;

/** The key of a claim's record, or `undefined` if it is none. */
export function claimKeyOf(name: string): string | undefined {
  const folder = claimsBelow("");
  return name.startsWith(folder) && name.endsWith(".json") ? name.slice(folder.length, -5) : undefined;
}

function recordName(folder: string, key: string): string {
  return checkedName(key, `${reserved}${folder}/${key}.json`);
}

function checkedName(key: string, name: string): string {
  const problem = problemOf(key, name);
  if (problem) throw new TypeError(`key ${JSON.stringify(printable(String(key)))} ${problem}`);
  return name;
}

function problemOf(key: string, name: string): string | undefined {
  if (typeof key !== "string") return `is a ${typeof key}; give a string`;
  if (key === "") return "is empty; give the thing to coordinate a name";
  if (key.startsWith("/") || key.endsWith("/")) return "must not start or end with a slash";
  if (key.startsWith(reserved)) return `must not start with ${reserved}, where our own records lie`;
  if (key.split("/").some((part) => part === "" || part === "." || part === "..")) {
    return 'must not have an empty part, "." or "..": some stores keep keys as paths of files';
  }
  if (printable(key) !== key)
    return "must not hold control or invisible characters, or half of a surrogate pair";
  const bytes = new TextEncoder().encode(name).byteLength;
  if (bytes > longestNameBytes) {
    return `makes a name of ${bytes} bytes; the limit of the whole name is ${longestNameBytes}`;
  }
  return undefined;
}
