/** What the service has and this server has not: to pass over it in silence would be a lie, so it is answered 501. */
import type { RecordedRequest } from "../scripted-server/recorded-request.ts";
import { Refusal, unsupported } from "./problem.ts";

/** Headers that would change what is asked. */
const headers: Readonly<Record<string, string>> = {
  range: "ranges of bytes",
  "if-match": "conditions by ETag",
  "if-none-match": "conditions by ETag",
  "if-modified-since": "conditions by date",
  "if-unmodified-since": "conditions by date",
  "x-goog-encryption-algorithm": "encryption keys of customers",
  "x-http-method-override": "method override",
};

/** Parameters that would. */
const parameters: Readonly<Record<string, string>> = {
  contentEncoding: "content encodings",
  endOffset: "lists between offsets",
  startOffset: "lists between offsets",
  kmsKeyName: "encryption keys of customers",
  matchGlob: "lists by pattern",
  predefinedAcl: "access control lists",
  softDeleted: "soft deletion",
  versions: "noncurrent generations",
};

/** The same of an object's resource. */
const members: Readonly<Record<string, string>> = {
  acl: "access control lists",
  contentEncoding: "content encodings",
  customTime: "custom times",
  eventBasedHold: "holds",
  kmsKeyName: "encryption keys of customers",
  retention: "retention",
  temporaryHold: "holds",
};

/** @throws Refusal that names what is not supported. */
export function refuseBeyond({ headers: sent, query }: RecordedRequest): void {
  refuse(Object.keys(sent), headers);
  refuse([...query.keys()], parameters);
}

/** The same for the members of a resource. @throws Refusal as above */
export function refuseBeyondIn(resource: object): void {
  const told = Object.entries(resource).filter(([, value]) => value !== undefined && value !== false);
  refuse(
    told.map(([name]) => name),
    members,
  );
}

function refuse(names: readonly string[], beyond: Readonly<Record<string, string>>): void {
  const found = names.find((name) => Object.hasOwn(beyond, name));
  if (found !== undefined) throw new Refusal(unsupported(`${beyond[found]} (${found})`));
}
