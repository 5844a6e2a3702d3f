/** One page of a bucket's names (https://cloud.google.com/storage/docs/json_api/v1/objects/list). */
import type { ListQuery } from "./asked.ts";
import type { GcsObject } from "./gcs-object.ts";

/** The service gives no more on a page, whatever is asked for. */
const pageMax = 1_000;

/** @throws RangeError if a page cannot have that size. */
export function listQueryIn(query: URLSearchParams): ListQuery {
  const asked = query.get("maxResults");
  if (asked !== null && !/^[1-9]\d{0,8}$/.test(asked)) {
    throw new RangeError(`maxResults=${asked} is not a whole number from 1 on`);
  }
  const token = query.get("pageToken");
  return {
    prefix: query.get("prefix") ?? "",
    delimiter: query.get("delimiter") || undefined,
    after: token ? Buffer.from(token, "base64url").toString("utf8") : undefined,
    maxResults: Math.min(Number(asked ?? pageMax), pageMax),
  };
}

/** Objects and folded names of one page, and from where the next one goes on. */
export interface Page {
  readonly objects: readonly GcsObject[];
  /** What stands before a delimiter, for all the names that it stands before. */
  readonly prefixes: readonly string[];
  readonly nextPageToken: string | undefined;
}

/** @param found names and objects that start with the prefix, in the order of their UTF-8 bytes */
export function pageOf(found: readonly (readonly [string, GcsObject])[], query: ListQuery): Page {
  const objects: GcsObject[] = [];
  const prefixes: string[] = [];
  let last: string | undefined;
  for (const [name, object] of found) {
    const fold = foldOf(name, query);
    const entry = fold ?? name;
    if (entry === last || (query.after !== undefined && !isAfter(entry, query.after))) continue;
    if (objects.length + prefixes.length === query.maxResults) {
      return { objects, prefixes, nextPageToken: Buffer.from(last ?? "").toString("base64url") };
    }
    if (fold === undefined) objects.push(object);
    else prefixes.push(fold);
    last = entry;
  }
  return { objects, prefixes, nextPageToken: undefined };
}

function foldOf(name: string, { prefix, delimiter }: ListQuery): string | undefined {
  if (delimiter === undefined) return undefined;
  const at = name.indexOf(delimiter, prefix.length);
  return at < 0 ? undefined : name.slice(0, at + delimiter.length);
}

function isAfter(name: string, other: string): boolean {
  return Buffer.compare(Buffer.from(name), Buffer.from(other)) > 0;
}
