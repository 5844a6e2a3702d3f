/** Our own client: the settings of a client that was handed in, without its retries. */
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { type EndpointTraits, traitsOf } from "./s3-endpoint.ts";
import type { CheckedLocation } from "./s3-location.ts";

/** What is needed of an `S3Client` that is handed in: of any version 3, from any copy of the SDK. */
export interface S3ClientLike {
  readonly config: object;
  send(command: never): Promise<unknown>;
}

/** A client that sends each request once, and what is known of the store that it sends to. */
export interface OwnClient {
  readonly client: S3Client;
  readonly traits: EndpointTraits;
  /** An address; `"aws"` where none is named anywhere, `"unknown"` where only the client that was lent knows it. */
  readonly endpoint: string | "aws" | "unknown";
}

/** Without a logger the SDK writes its notices to the console; what matters comes back as an error. */
const noLogger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Retries cannot be turned off for one call, and a retried conditional write meets its own success as a refusal
 * (aws/aws-sdk-java-v2#6580), so nothing is ever sent through the client that was handed in. It lends its
 * configuration (credentials, region, endpoint, request handler with its sockets) and the middleware that its owner
 * has added; a middleware that replaces one of the SDK's own by name stays behind.
 *
 * @throws UnsupportedStoreError if the endpoint is known not to honour conditions.
 */
export function ownClient(location: CheckedLocation, lender: S3ClientLike | undefined): OwnClient {
  const lent: S3ClientConfig = lender ? lendable(lender.config) : { logger: noLogger };
  const endpoint = location.endpoint ?? (lent.endpoint ? undefined : endpointOfEnvironment());
  const known = endpoint ?? (lent.endpoint ? "unknown" : "aws");
  const traits = traitsOf(known, location);
  const client = new S3Client({
    ...lent,
    ...(traits.trusted ? {} : elsewhere(lent)),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: !traits.trusted }),
    ...(location.region === undefined ? {} : { region: location.region }),
    ...(location.pathStyle === undefined ? {} : { forcePathStyle: location.pathStyle }),
    ...oneAttempt,
  });
  if (lender) carryOver(lender, client);
  return { client, traits, endpoint: known };
}

/**
 * Without the protocol, which belongs to the copy of the SDK and to the client that made it: a second client would
 * set its own context on it.
 */
function lendable(config: object): S3ClientConfig {
  const { protocol, protocolSettings, ...lent } = config as Readonly<Record<string, unknown>>;
  return lent as S3ClientConfig;
}

/** What holds outside of AWS. */
function elsewhere(lent: S3ClientConfig): S3ClientConfig {
  const configured = (lent.region ?? new S3Client(lent).config.region) as string | (() => Promise<string>);
  return {
    // Most other stores have no regions, but the signature needs the name of one.
    region: async () => (typeof configured === "string" ? configured : configured().catch(() => "us-east-1")),
    // The checksums that AWS gets by default broke other stores for months (aws/aws-sdk-js-v3#6810).
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
}

const oneAttempt = {
  maxAttempts: 1,
  // A client that has sent something keeps its retry strategy, number of attempts included, in its configuration.
  retryStrategy: undefined,
  // "adaptive", from the environment or a profile, holds requests back on its own account.
  retryMode: "standard",
  followRegionRedirects: false,
  // Left on: the SDK learns the store's clock from a 403 RequestTimeTooSkewed. It would also send the request again, which
  // one attempt leaves no room for.
  disableClockSkewCorrection: false,
} as unknown as S3ClientConfig;

/** As the SDK reads it, but before the first request: what is known of the host decides what comes before that. */
function endpointOfEnvironment(): string | undefined {
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_IGNORE_CONFIGURED_ENDPOINT_URLS } = process.env;
  if (AWS_IGNORE_CONFIGURED_ENDPOINT_URLS === "true") return undefined;
  return AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL || undefined;
}

type AnyMiddleware = (next: never, context: never) => never;
interface Entry {
  readonly name?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
}
interface AnyStack {
  add(middleware: AnyMiddleware, options: Entry): void;
  addRelativeTo(middleware: AnyMiddleware, options: Entry): void;
  applyToStack(stack: AnyStack): void;
}

/** Adds what stands in the lender's stack and not in a new client's. */
function carryOver(lender: S3ClientLike & { readonly middlewareStack?: AnyStack }, client: S3Client): void {
  const own = client.middlewareStack as unknown as AnyStack;
  const names = new Set<string | undefined>();
  const note = (_: AnyMiddleware, { name, aliases = [] }: Entry): void => {
    for (const each of [name, ...aliases]) names.add(each);
  };
  own.applyToStack({ add: note, addRelativeTo: note, applyToStack() {} });
  const isNew = ({ name }: Entry): boolean => name === undefined || !names.has(name);
  lender.middlewareStack?.applyToStack({
    add: (middleware, options) => void (isNew(options) && own.add(middleware, options)),
    addRelativeTo: (middleware, options) => void (isNew(options) && own.addRelativeTo(middleware, options)),
    applyToStack() {},
  });
}
