/** A bucket as the plain AWS SDK sees it, one request a call and every answer as it came. */
import {
  DeleteObjectCommand,
  type DeleteObjectCommandInput,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";

/** What came back. */
export interface Answered {
  readonly status: number;
  /** Empty if there is none. */
  readonly code: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly page: ListObjectsV2CommandOutput | undefined;
}

/** Sends so many of one request, so that each of them is under way before the first is decided. */
export type AtOnce = (count: number, ask: (index: number) => Promise<Answered>) => Promise<Answered[]>;

/** Where a place is, and who asks. */
export interface S3PlaceOptions {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly atOnce: AtOnce;
}

interface Wire {
  readonly response: { readonly statusCode: number; readonly headers: Readonly<Record<string, string>> };
}
type Key = { readonly Bucket: string; readonly Key: string };
type Rest<I> = Omit<I, "Bucket" | "Key">;

export class S3Place {
  readonly atOnce: AtOnce;
  readonly #options: S3PlaceOptions;
  readonly #client: S3Client;

  constructor(options: S3PlaceOptions, changes: S3ClientConfig = {}) {
    const { endpoint, region, credentials, atOnce } = options;
    this.#options = options;
    this.atOnce = atOnce;
    this.#client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      maxAttempts: 1,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      ...changes,
    });
  }

  get accessKeyId(): string {
    return this.#options.credentials.accessKeyId;
  }

  /** The same place, asked by a client that is set differently. */
  as(changes: S3ClientConfig): S3Place {
    return new S3Place(this.#options, changes);
  }

  /** The same server, and a bucket that it does not have. */
  nowhere(): S3Place {
    return new S3Place({ ...this.#options, bucket: `${this.#options.bucket}-not` });
  }

  put(
    key: string,
    body: NonNullable<PutObjectCommandInput["Body"]>,
    rest: Rest<PutObjectCommandInput> = {},
  ): Promise<Answered> {
    return this.#send(new PutObjectCommand({ ...rest, ...this.#name(key), Body: body }));
  }

  get(key: string, rest: Rest<GetObjectCommandInput> = {}): Promise<Answered> {
    return this.#send(new GetObjectCommand({ ...rest, ...this.#name(key) }));
  }

  head(key: string, rest: Rest<GetObjectCommandInput> = {}): Promise<Answered> {
    return this.#send(new HeadObjectCommand({ ...rest, ...this.#name(key) }));
  }

  remove(key: string, rest: Rest<DeleteObjectCommandInput> = {}): Promise<Answered> {
    return this.#send(new DeleteObjectCommand({ ...rest, ...this.#name(key) }));
  }

  list(rest: Omit<ListObjectsV2CommandInput, "Bucket"> = {}): Promise<Answered> {
    return this.#send(new ListObjectsV2Command({ ...rest, Bucket: this.#options.bucket }));
  }

  #name(key: string): Key {
    return { Bucket: this.#options.bucket, Key: key };
  }

  async #send(
    command:
      | PutObjectCommand
      | GetObjectCommand
      | HeadObjectCommand
      | DeleteObjectCommand
      | ListObjectsV2Command,
  ): Promise<Answered> {
    let wire: Wire["response"] | undefined;
    const look = (next: (args: object) => Promise<Wire>) => async (args: object) => {
      const result = await next(args);
      wire = { statusCode: result.response.statusCode, headers: { ...result.response.headers } };
      return result;
    };
    (command.middlewareStack as GetObjectCommand["middlewareStack"]).add(look as never, {
      step: "deserialize",
      priority: "low",
      name: "look",
    });
    const told = await this.#client
      .send(command as GetObjectCommand)
      .catch((error: unknown) => error as Error);
    if (!wire) throw told;
    const isError = told instanceof Error;
    return {
      status: wire.statusCode,
      // The SDK's own names for an answer without a body.
      code: isError && !/^(Unknown|NotFound)$/.test(told.name) ? told.name : "",
      headers: wire.headers,
      text: isError ? "" : ((await told.Body?.transformToString()) ?? ""),
      page: isError ? undefined : (told as unknown as ListObjectsV2CommandOutput),
    };
  }
}
