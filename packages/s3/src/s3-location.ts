/** Where a store lies: an `s3://` URL or the same as an object, checked and brought into one form. */
import { printable } from "@fencepost/core";

/** A place in a bucket. As a URL: `s3://bucket/prefix?region=&endpoint=&pathStyle=&unquotedETags=`. */
export interface S3Location {
  /** Name, alias or ARN of one bucket. */
  readonly bucket: string;
  /** Put before every key, with a slash between; at most 123 bytes. @default the bucket's root */
  readonly prefix?: string | undefined;
  /** @default what the client or the AWS SDK's environment and profile say; else `us-east-1`, outside of AWS only */
  readonly region?: string | undefined;
  /** Address of a store that speaks S3. @default what the client or `AWS_ENDPOINT_URL_S3` says; else AWS */
  readonly endpoint?: string | undefined;
  /** Whether the bucket stands in the path, not in the host name. @default `true` with an endpoint outside of AWS; else the client's */
  readonly pathStyle?: boolean | undefined;
  /**
   * Send ETags in conditions without their quotes. Ceph's gateway (block/buzz#3002) and DigitalOcean Spaces
   * (slatedb/slatedb#1818) refuse every condition that has them. Never guessed from an answer: a store that cannot
   * read a condition may ignore it, so what is not known is probed first.
   *
   * @default `true` for hosts that are known to need it, else `false`
   */
  readonly unquotedETags?: boolean | undefined;
}

/** A location that has passed every check. */
export interface CheckedLocation extends S3Location {
  /** Empty, or ends in a slash. */
  readonly prefix: string;
  /** For messages: `s3://bucket/prefix`. */
  readonly name: string;
}

interface Rule {
  readonly holds: (value: unknown) => boolean;
  readonly must: string;
}

/** What is left of the 1,024 bytes of a name on S3 beside the 900 of a key and the slash between. */
const longestPrefixBytes = 123;

const flag: Rule = { holds: (value) => typeof value === "boolean", must: "be true or false" };

/** What each member must be, in the words of the message. */
const rules: Readonly<Record<keyof S3Location, Rule>> = {
  bucket: {
    holds: text((name) => /^([A-Za-z0-9][A-Za-z0-9._-]{1,254}|arn:[A-Za-z0-9:/._-]+)$/.test(name)),
    must: "be the name of a bucket or the ARN of an access point",
  },
  prefix: {
    holds: text(isPrefix),
    must: `have no empty part, no "." or "..", no control characters, and at most ${longestPrefixBytes} bytes`,
  },
  region: { holds: text((name) => /^[A-Za-z0-9-]+$/.test(name)), must: "be a name such as eu-central-1" },
  endpoint: {
    holds: text(isEndpoint),
    must: "be an http or https address without credentials or query, such as http://127.0.0.1:9000",
  },
  pathStyle: flag,
  unquotedETags: flag,
};

/** @throws TypeError naming what is wrong, unknown members and parameters included, and what it must be. */
export function checkedLocation(location: string | S3Location): CheckedLocation {
  const given: object = typeof location === "string" ? membersOf(location) : location;
  for (const [member, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, member) ? rules[member as keyof S3Location] : undefined;
    if (!rule)
      throw new TypeError(`an S3 location has no ${member}; it has ${Object.keys(rules).join(", ")}`);
    if (value !== undefined && !rule.holds(value)) throw wrong(member, value, rule);
  }
  const { bucket, prefix = "", ...rest } = given as S3Location;
  if (bucket === undefined) throw wrong("bucket", bucket, rules.bucket);
  const folder = prefix.replace(/\/$/, "");
  return {
    ...rest,
    bucket,
    prefix: folder === "" ? "" : `${folder}/`,
    name: folder === "" ? `s3://${bucket}` : `s3://${bucket}/${folder}`,
  };
}

function wrong(member: string, value: unknown, { must }: Rule): TypeError {
  return new TypeError(
    `${member} ${printable(JSON.stringify(value) ?? "undefined")} of an S3 location must ${must}`,
  );
}

function membersOf(location: string): Record<string, unknown> {
  // Not a URL's own parser: it would take "..", which means something else to a person, out of the path.
  const [, bucket, path = "", query = ""] =
    /^s3:\/\/([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(location) ?? [];
  if (bucket === undefined) {
    throw new TypeError(
      `${printable(JSON.stringify(location))} is not of the form s3://bucket/prefix?region=…`,
    );
  }
  if (bucket.includes("@")) throw new TypeError("an s3:// URL takes no credentials: it ends up in logs");
  const members: Record<string, unknown> = { bucket: decoded(bucket), prefix: decoded(path) };
  for (const [name, value] of new URLSearchParams(query)) {
    if (name in members) throw new TypeError(`${name} is given twice in ${printable(location)}`);
    members[name] = value === "true" ? true : value === "false" ? false : value;
  }
  return members;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new TypeError(`${printable(part)} in an s3:// URL is not percent-encoded UTF-8`);
  }
}

function text(holds: (value: string) => boolean): (value: unknown) => boolean {
  return (value) => typeof value === "string" && holds(value);
}

function isPrefix(prefix: string): boolean {
  const folder = prefix.replace(/\/$/, "");
  const parts = folder === "" ? [] : folder.split("/");
  const bytes = new TextEncoder().encode(folder).byteLength;
  return (
    printable(prefix) === prefix &&
    bytes <= longestPrefixBytes &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function isEndpoint(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}
