/** Which bucket and key a request is about: by its path, or by its host and its path. */
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";

/** Empty where there is none. */
export interface S3Address {
  readonly bucket: string;
  readonly key: string;
}

/**
 * @param domain a host below it names the bucket: `bucket.localhost`. Any other host is the server's own.
 * @returns `undefined` if the request's target is not percent-encoded UTF-8
 */
export function addressOf({ target, path, headers }: RecordedRequest, domain: string): S3Address | undefined {
  const host = (headers["host"] ?? "").replace(/:\d+$/, "").toLowerCase();
  const below = host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : undefined;
  const full = below === undefined ? path.slice(1) : `${below}/${path.slice(1)}`;
  const slash = full.indexOf("/");
  try {
    decodeURIComponent(target);
    return slash < 0
      ? { bucket: decodeURIComponent(full), key: "" }
      : { bucket: decodeURIComponent(full.slice(0, slash)), key: decodeURIComponent(full.slice(slash + 1)) };
  } catch {
    return undefined;
  }
}
