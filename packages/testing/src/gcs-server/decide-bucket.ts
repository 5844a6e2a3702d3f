/** Decides what is asked of a bucket. */
import type { Situation } from "../object-server/protocol.ts";
import type { AskedFor } from "./asked.ts";
import type { GcsObject } from "./gcs-object.ts";
import { pageOf } from "./listing.ts";
import { json, type Outcome, refused } from "./outcome.ts";
import { bucketExists } from "./problem.ts";
import type { GcsFacts } from "./profile.ts";
import { resourceOf } from "./resource.ts";

type Found = Situation<GcsObject>;

export function makeBucket(asked: AskedFor<"buckets.insert">, found: Found, facts: GcsFacts): Outcome {
  const { bucket } = asked;
  if (found.hasBucket) return refused(asked, "exists", bucketExists(bucket));
  return { decided: "made", answer: json(asked, facts, bucketResource(asked)), newBucket: bucket };
}

export function readBucket(asked: AskedFor<"buckets.get">, facts: GcsFacts): Outcome {
  return { decided: "found", answer: json(asked, facts, bucketResource(asked)) };
}

export function listObjects(asked: AskedFor<"objects.list">, found: Found, facts: GcsFacts): Outcome {
  const page = pageOf(found.list(asked.list.prefix), asked.list);
  const answer = json(asked, facts, {
    kind: "storage#objects",
    ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    ...(page.prefixes.length > 0 && { prefixes: page.prefixes }),
    ...(page.objects.length > 0 && {
      items: page.objects.map((object) => resourceOf(object, facts, asked.origin)),
    }),
  });
  return { decided: "listed", answer };
}

/** As much of it as a client needs to see that it is there (https://cloud.google.com/storage/docs/json_api/v1/buckets). */
function bucketResource({ bucket, origin }: AskedFor<"buckets.get" | "buckets.insert">): object {
  return {
    kind: "storage#bucket",
    id: bucket,
    name: bucket,
    selfLink: `${origin}/storage/v1/b/${bucket}`,
    location: "US",
    locationType: "multi-region",
    storageClass: "STANDARD",
    metageneration: "1",
    versioning: { enabled: false },
    etag: "CAE=",
  };
}
