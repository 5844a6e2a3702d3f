import { documented } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";
import { aws } from "./aws.ts";

/** Backblaze B2 through its S3 API: it refuses every condition of a write, and of the rest nothing else is known. */
export const b2: S3Profile = {
  name: "b2",
  title: "Backblaze B2",
  facts: {
    ...aws.facts,
    writeConditions: documented("not-implemented", "https://github.com/hashicorp/terraform/issues/37143"),
  },
};
