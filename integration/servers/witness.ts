/**
 * An independent view of a server: it makes buckets and reads what our code wrote, through none of our code and, on
 * S3, through another client than the one that we use.
 */
import { Client } from "minio";
import type { RealServer } from "./server.ts";

export interface Witness {
  makeBucket(bucket: string): Promise<void>;
  /** Writes without any condition, as a stranger would. */
  put(bucket: string, key: string, body: string): Promise<void>;
  /** `undefined` if there is no such object. */
  read(bucket: string, key: string): Promise<Uint8Array | undefined>;
  /** Every key that starts with `prefix`, sorted. */
  keys(bucket: string, prefix?: string): Promise<readonly string[]>;
}

/** No answer takes this long on loopback; a hung server must not hang the suite. */
const answerLimitMs = 20_000;

export function witnessOf(server: RealServer): Witness {
  return server.kind.protocol === "s3" ? s3Witness(server) : gcsWitness(server);
}

function s3Witness({ endpoint, credentials, region }: RealServer): Witness {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === "https:";
  const client = new Client({
    endPoint: hostname,
    port: port === "" ? (useSSL ? 443 : 80) : Number(port),
    useSSL,
    region,
    ...credentials,
  });
  return {
    makeBucket: (bucket) => client.makeBucket(bucket, region),
    async put(bucket, key, body) {
      await client.putObject(bucket, key, body);
    },
    async read(bucket, key) {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of await client.getObject(bucket, key)) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      } catch (error) {
        if ((error as { code?: string }).code === "NoSuchKey") return undefined;
        throw error;
      }
    },
    async keys(bucket, prefix = "") {
      const keys: string[] = [];
      for await (const item of client.listObjectsV2(bucket, prefix, true)) keys.push(item.name);
      return keys.sort();
    },
  };
}

/** The JSON API by hand: https://cloud.google.com/storage/docs/json_api/v1 */
function gcsWitness({ endpoint }: RealServer): Witness {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(endpoint + path, { ...init, signal: AbortSignal.timeout(answerLimitMs) });
    if (!answer.ok && answer.status !== 404) {
      throw new Error(`${init.method ?? "GET"} ${path}: ${answer.status} ${await answer.text()}`);
    }
    return answer;
  };
  const must = (answer: Response): Response => {
    if (answer.status === 404) throw new Error(`${answer.url}: there is no such bucket`);
    return answer;
  };
  const name = encodeURIComponent;
  return {
    async makeBucket(bucket) {
      const headers = { "content-type": "application/json" };
      must(
        await ask("/storage/v1/b?project=test", {
          method: "POST",
          headers,
          body: JSON.stringify({ name: bucket }),
        }),
      );
    },
    async put(bucket, key, body) {
      must(
        await ask(`/upload/storage/v1/b/${bucket}/o?uploadType=media&name=${name(key)}`, {
          method: "POST",
          body,
        }),
      );
    },
    async read(bucket, key) {
      const answer = await ask(`/storage/v1/b/${bucket}/o/${name(key)}?alt=media`);
      return answer.status === 404 ? undefined : new Uint8Array(await answer.arrayBuffer());
    },
    async keys(bucket, prefix = "") {
      const keys: string[] = [];
      let page = "";
      do {
        const answer = must(await ask(`/storage/v1/b/${bucket}/o?prefix=${name(prefix)}${page}`));
        const list = (await answer.json()) as { items?: { name: string }[]; nextPageToken?: string };
        keys.push(...(list.items ?? []).map((item) => item.name));
        page = list.nextPageToken ? `&pageToken=${name(list.nextPageToken)}` : "";
      } while (page !== "");
      return keys.sort();
    },
  };
}
