/** Where the objects lie: one bucket, a prefix in it, and the service that is asked for them. */
import { printable } from "@fencepost/core";

/** The same as the URL `gs://bucket/prefix?endpoint=`. */
export interface GcsLocation {
  readonly bucket: string;
  /** Everything lies under it, a slash in between; at most 123 bytes. @default nothing */
  readonly prefix?: string | undefined;
  /**
   * Scheme, host and port of another service that speaks Google's API. One under `googleapis.com` is given the
   * credentials; any other gets none, for a token must not go to a host that somebody named in a URL.
   *
   * @default `STORAGE_EMULATOR_HOST` if it is set, else Google's own
   */
  readonly endpoint?: string | undefined;
}

/** A location that was checked; the prefix is empty or ends with its slash. */
export interface CheckedLocation {
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string | undefined;
}

/** https://cloud.google.com/storage/docs/buckets#naming: 3 to 63 characters, 222 where there are dots. */
const bucketName = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
/** What an object's name has beside the 900 bytes of a key and a slash: it may have 1,024. */
const longestPrefixBytes = 123;
const parts = ["bucket", "prefix", "endpoint"];

/** @throws TypeError or RangeError that names the part, its value, the rule and the fix. */
export function checkedLocation(location: string | GcsLocation): CheckedLocation {
  if (typeof location !== "string" && (typeof location !== "object" || location === null)) {
    throw new TypeError(`location ${quoted(location)} must be a URL as gs://bucket/prefix, or an object`);
  }
  const { bucket, prefix, endpoint, ...unknown } = typeof location === "string" ? parse(location) : location;
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) {
    throw new TypeError(`unknown part ${quoted(stray)} of a GCS location; it has ${parts.join(", ")}`);
  }
  if (typeof bucket !== "string" || !bucketName.test(bucket)) {
    throw new TypeError(
      `bucket ${quoted(bucket)} is no bucket name: 3 to 222 lower-case letters, digits, ".", "_", "-"`,
    );
  }
  return { bucket, prefix: checkedPrefix(prefix ?? ""), endpoint: endpoint && originOf(endpoint) };
}

/** The object that a key names. @throws TypeError if a URL would read the key as another one. */
export function objectName(location: CheckedLocation, key: string): string {
  if (key === "" || hasDots(key)) {
    throw new TypeError(`key ${quoted(key)} is empty or has a part "." or "..", which a URL cannot carry`);
  }
  return location.prefix + key;
}

/**
 * Scheme, host and port, without a slash at the end.
 *
 * @throws TypeError if there is more in it, or if it is no HTTP URL.
 */
export function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href) {
    throw new TypeError(
      `endpoint ${quoted(endpoint)} must be scheme, host and port, as http://127.0.0.1:4443`,
    );
  }
  return url.origin;
}

function parse(text: string): GcsLocation & Record<string, unknown> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "gs:" || url.username || url.password || url.port || url.hash) {
    throw new TypeError(
      `location ${quoted(text)} must have the form gs://bucket/prefix?endpoint=http://host:port` +
        ' ("?", "#" and "%" in a prefix as %3F, %23, %25)',
    );
  }
  const parameters = [...url.searchParams];
  for (const [name] of parameters) {
    if (name !== "endpoint") {
      throw new TypeError(`unknown parameter ${quoted(name)} in ${quoted(text)}; there is only endpoint`);
    }
  }
  if (parameters.length > 1) throw new TypeError(`endpoint is given twice in ${quoted(text)}`);
  return {
    bucket: url.hostname,
    prefix: decoded(url.pathname.replace(/^\//, ""), text),
    endpoint: url.searchParams.get("endpoint") ?? undefined,
  };
}

function decoded(path: string, location: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new TypeError(`location ${quoted(location)} has a broken escape; write "%" as %25`);
  }
}

function checkedPrefix(prefix: string): string {
  if (typeof prefix !== "string") throw new TypeError(`prefix ${quoted(prefix)} must be a string`);
  const name = prefix.replace(/\/$/, "");
  if (name === "") return "";
  if (name.split("/").includes("") || hasDots(name) || printable(name) !== name) {
    throw new TypeError(
      `prefix ${quoted(prefix)} must not start with a slash nor have an empty part, ".", ".." or control characters`,
    );
  }
  const bytes = Buffer.byteLength(name);
  if (bytes > longestPrefixBytes) {
    throw new RangeError(
      `prefix ${quoted(prefix)} has ${bytes} bytes; at most ${longestPrefixBytes}: shorten it`,
    );
  }
  return `${name}/`;
}

/** URLs are normalised on their way: `a/../b` would name another object. */
function hasDots(name: string): boolean {
  return name.split("/").some((part) => part === "." || part === "..");
}

function quoted(value: unknown): string {
  return JSON.stringify(printable(String(value)));
}
