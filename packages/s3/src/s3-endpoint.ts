/** What is known of a store by the name of its host: one row a provider. Everything else a probe has to find out. */
import { MisconfiguredError, UnsupportedStoreError } from "@fencepost/core";
import type { CheckedLocation } from "./s3-location.ts";

/** What a store is taken for before it has been asked anything. */
export interface EndpointTraits {
  /** Documented to decide every condition in the write itself, so that it needs no probe. */
  readonly trusted: boolean;
  /** Whether a DELETE honours `If-Match`. */
  readonly conditionalDelete: boolean;
  /** Least time between two writes of one key. */
  readonly minWriteIntervalMs: number;
  /** Whether conditions must carry ETags without quotes. */
  readonly unquotedETags: boolean;
}

interface Provider {
  readonly name: string;
  readonly hosts: RegExp;
  readonly traits: Partial<EndpointTraits>;
  readonly source: string;
  /** Why it cannot be used, and what to use instead. */
  readonly refused?: string;
}

const aws: Provider = {
  name: "AWS",
  // The DNS suffixes of every partition, dual-stack ones too, as in the endpoint rules of @aws-sdk/client-s3 3.1175.
  hosts: new RegExp(
    `\\.(${[
      "amazonaws\\.(com|com\\.cn|eu)",
      "api\\.(aws|aws\\.scloud|aws\\.ic\\.gov|aws\\.hci\\.ic\\.gov|cloud-aws\\.adc-e\\.uk)",
      "api\\.amazonwebservices\\.(com\\.cn|eu)",
      "c2s\\.ic\\.gov|sc2s\\.sgov\\.gov|csp\\.hci\\.ic\\.gov|cloud\\.adc-e\\.uk",
    ].join("|")})$`,
  ),
  traits: { trusted: true, conditionalDelete: true },
  source: "docs.aws.amazon.com/AmazonS3/latest/userguide: conditional-writes, conditional-deletes",
};

const providers: readonly Provider[] = [
  aws,
  {
    name: "Cloudflare R2",
    hosts: /\.r2\.cloudflarestorage\.com$/,
    traits: { minWriteIntervalMs: 1_000 },
    source: "developers.cloudflare.com/r2/platform/limits: one write a second to one key, then 429",
  },
  {
    name: "DigitalOcean Spaces",
    hosts: /\.digitaloceanspaces\.com$/,
    traits: { unquotedETags: true },
    source: "slatedb/slatedb#1818",
  },
  {
    name: "Google Cloud Storage",
    hosts: /(^|\.)storage\.googleapis\.com$/,
    traits: {},
    source:
      "cloud.google.com/storage/docs/xml-api/reference-headers: its own header instead of If-None-Match",
    refused:
      "the S3-style endpoint of Google Cloud Storage ignores the condition of a create and overwrites: " +
      "use @fencepost/gcs with a gs:// location instead",
  },
];

/** Buckets that conditions do not work on, whatever the host. */
const refusedBuckets: readonly { readonly names: RegExp; readonly refused: string }[] = [
  {
    names: /^arn:.*\.mrap$/,
    refused:
      "a Multi-Region Access Point spreads over buckets, and a condition is decided in one: name that bucket",
  },
  // docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject: conditions are "not supported for S3 on Outposts".
  {
    names: /^arn:[^:]*:s3-outposts:/,
    refused: "S3 on Outposts has no conditional writes: use a bucket in a region",
  },
];

/**
 * @param endpoint address of the store; `"aws"` where none is named anywhere; `"unknown"` where one is, but cannot be
 *   read before a request is made
 * @throws UnsupportedStoreError if conditions are known not to hold there.
 */
export function traitsOf(endpoint: string | "aws" | "unknown", location: CheckedLocation): EndpointTraits {
  const provider =
    endpoint === "aws" ? aws : URL.canParse(endpoint) ? providerOf(new URL(endpoint).hostname) : undefined;
  const refused =
    provider?.refused ?? refusedBuckets.find(({ names }) => names.test(location.bucket))?.refused;
  if (refused) throw new UnsupportedStoreError(`${location.name}: ${refused}`, {});
  return {
    trusted: false,
    conditionalDelete: false,
    minWriteIntervalMs: 0,
    ...provider?.traits,
    unquotedETags: location.unquotedETags ?? provider?.traits.unquotedETags ?? false,
  };
}

/**
 * Compares where a request really goes with what was assumed: a profile, an endpoint provider or a middleware may
 * have sent it elsewhere, and what was assumed decides whether a store is probed.
 *
 * @throws UnsupportedStoreError, MisconfiguredError before anything is sent.
 */
export function checkHost(host: string, traits: EndpointTraits, location: CheckedLocation): void {
  const provider = providerOf(host);
  if (provider?.refused) throw new UnsupportedStoreError(`${location.name}: ${provider.refused}`, {});
  if (traits.trusted && !provider?.traits.trusted) {
    throw new MisconfiguredError(
      `${location.name} was taken for a bucket on AWS, but the AWS configuration sends its requests to ${host}; ` +
        `nothing was sent: name that endpoint in the location (endpoint=https://…)`,
      {},
    );
  }
}

function providerOf(host: string): Provider | undefined {
  return providers.find(({ hosts }) => hosts.test(host));
}
