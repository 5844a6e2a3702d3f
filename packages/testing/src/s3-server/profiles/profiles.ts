/** Every profile, by its name. */
import type { S3Profile } from "../s3-profile.ts";
import { aws } from "./aws.ts";
import { b2 } from "./b2.ts";
import { ceph } from "./ceph.ts";
import { garage } from "./garage.ts";
import { minio } from "./minio.ts";
import { r2 } from "./r2.ts";
import { versitygw } from "./versitygw.ts";

/** The providers that there is a profile of. */
export type S3Provider = "aws" | "b2" | "ceph" | "garage" | "minio" | "r2" | "versitygw";

/** What is known of each provider, row by row. */
export const s3Profiles: Readonly<Record<S3Provider, S3Profile>> = {
  aws,
  b2,
  ceph,
  garage,
  minio,
  r2,
  versitygw,
};
