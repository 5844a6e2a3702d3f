/** A server that speaks S3 against the profile of its provider. */
import {
  Hold,
  profileLike,
  type S3Facts,
  type S3Provider,
  s3Profiles,
  startS3Server,
} from "@fencepost/testing";
import type { ProfileComparison } from "../chapters/profile.ts";
import type { Site } from "../chapters/site.ts";
import { type AtOnce, S3Place } from "./s3-place.ts";
import { s3Script } from "./s3-script.ts";

/** What each fact can be; with the first that a provider does not have, a step must come out otherwise. */
const values: { readonly [Fact in keyof S3Facts]: readonly S3Facts[Fact][] } = {
  writeConditions: ["honoured", "ignored"],
  replaceOfNothing: [404, 412],
  etagInConditions: ["with-or-without-quotes", "without-quotes"],
  replaceOfAnything: ["written", "refused"],
  createOvertaken: [412, 409],
  replaceOvertaken: [412, 409],
  conditionalDelete: ["honoured", "ignored"],
  conditionalDeleteOfNothing: [204, 404],
  deleteOfAnything: [204, 412],
  notModifiedHeaders: [["ETag", "Last-Modified"], ["ETag"]],
  readUnlessAnything: [304, 200],
  readUnlessModified: [304, 200],
  etag: ["hash-of-bytes", "unique"],
  listedTimeMs: [1, 1_000],
  writeIntervalMs: [0, 1_000],
  keysAreFiles: [false, true],
  unknownAccessKey: ["InvalidAccessKeyId", "XAdminUserNotFound"],
  otherRegion: ["refused", "taken"],
  wrongCrc32: ["BadDigest", "taken"],
  uploadInPieces: ["taken", "InvalidChunkSizeError"],
};

/** @param site asked once its server runs */
export function s3Comparison(provider: S3Provider, site: () => Site): ProfileComparison<S3Place> {
  const profile = s3Profiles[provider];
  const others = Object.entries(values).map(([fact, all]) => {
    const { value } = profile.facts[fact as keyof S3Facts];
    return [fact, all.find((other) => JSON.stringify(other) !== JSON.stringify(value))];
  });
  return {
    profile,
    script: s3Script,
    others: Object.fromEntries(others),
    async real() {
      const { server, bucket } = site();
      const { accessKey: accessKeyId, secretKey: secretAccessKey } = server.credentials;
      return new S3Place({
        ...server,
        bucket,
        credentials: { accessKeyId, secretAccessKey },
        atOnce: together,
      });
    },
    async lend(changes, use) {
      const like = profileLike(profile, changes as Partial<S3Facts>);
      const credentials = { accessKeyId: "known", secretAccessKey: "secret" };
      await using server = await startS3Server({ profile: like, credentials });
      /** Not one of them is decided before the last has come. */
      const atOnce: AtOnce = async (count, ask) => {
        const hold = new Hold();
        const heal = server.fault({ method: "PUT", action: { kind: "delay", hold } });
        const asked = together(count, ask);
        await hold.untilCaught(count);
        heal();
        await hold.letGo();
        return asked;
      };
      return await use(
        new S3Place({ endpoint: server.url, bucket: "bucket", region: "us-east-1", credentials, atOnce }),
      );
    },
  };
}

const together: AtOnce = (count, ask) => Promise.all(Array.from({ length: count }, (_, index) => ask(index)));
