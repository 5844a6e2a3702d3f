/** Decides a request on the state that it finds, as one provider does. */
import type { CostClass } from "../object-server/cost.ts";
import type { Decision, Situation } from "../object-server/protocol.ts";
import type { AskedFor, GcsAsked } from "./asked.ts";
import { listObjects, makeBucket, readBucket } from "./decide-bucket.ts";
import { deleteObject, insertObject, patchObject, readObject } from "./decide-object.ts";
import type { GcsObject } from "./gcs-object.ts";
import { missing, type Outcome, refused } from "./outcome.ts";
import { denied, failures } from "./problem.ts";
import type { GcsFacts } from "./profile.ts";

/** https://cloud.google.com/storage/pricing#operations-by-class */
const costs: Readonly<Record<GcsAsked["operation"], CostClass>> = {
  "objects.get": "B",
  "objects.insert": "A",
  "objects.patch": "A",
  "objects.delete": "free",
  "objects.list": "A",
  "buckets.get": "B",
  "buckets.insert": "A",
  "uploads.start": "A",
  "uploads.status": "free",
  "": "free",
};

/** https://cloud.google.com/storage/docs/access-control/iam-json */
const permissions: Readonly<Record<GcsAsked["operation"], string>> = {
  "objects.get": "storage.objects.get",
  "objects.insert": "storage.objects.create",
  "objects.patch": "storage.objects.update",
  "objects.delete": "storage.objects.delete",
  "objects.list": "storage.objects.list",
  "buckets.get": "storage.buckets.get",
  "buckets.insert": "storage.buckets.create",
  "uploads.start": "storage.objects.create",
  "uploads.status": "storage.objects.create",
  "": "storage.objects.get",
};

export function decide(
  asked: GcsAsked,
  situation: Situation<GcsObject>,
  facts: GcsFacts,
): Decision<GcsObject> {
  return { ...outcomeOf(asked, situation, facts), cost: costs[asked.operation] };
}

/** What a fault answers in place of the service, in the service's words. */
export function fail(asked: GcsAsked, status: keyof typeof failures): Decision<GcsObject> {
  return { ...refused(asked, "failed", failures[status]), cost: costs[asked.operation] };
}

function outcomeOf(asked: GcsAsked, situation: Situation<GcsObject>, facts: GcsFacts): Outcome {
  if (isDenied(asked, situation)) {
    const { way, isAnonymous, operation } = asked;
    return refused(asked, "denied", denied(way, isAnonymous, permissions[operation]));
  }
  const needsNone = asked.operation === "" || asked.operation === "buckets.insert";
  if (!needsNone && !situation.hasBucket) return missing(asked, facts, "bucket");
  switch (asked.operation) {
    case "":
      return refused(asked, "refused", asked.problem);
    case "buckets.insert":
      return makeBucket(asked, situation, facts);
    case "objects.get":
      return readObject(asked, situation, facts);
    case "objects.insert":
      return insertObject(asked, situation, facts);
    case "objects.patch":
      return patchObject(asked, situation, facts);
    case "objects.delete":
      return deleteObject(asked, situation, facts);
    case "objects.list":
      return listObjects(asked, situation, facts);
    case "buckets.get":
      return readBucket(asked, facts);
    case "uploads.start":
      return started(asked);
    case "uploads.status":
      // Without a Range header it says that nothing has arrived: all of it comes at once or not at all.
      return { decided: "waiting", answer: { status: 308, headers: {} } };
  }
}

/** Without the right to list, a missing object is as forbidden as a denied one. */
function isDenied({ isRead }: GcsAsked, { deny, found }: Situation<GcsObject>): boolean {
  return deny === "always" || (deny === "missing" && isRead && found === undefined);
}

function started({ origin, bucket, uploadId }: AskedFor<"uploads.start">): Outcome {
  const Location = `${origin}/upload/storage/v1/b/${bucket}/o?uploadType=resumable&upload_id=${uploadId}`;
  return { decided: "started", answer: { status: 200, headers: { Location } } };
}
