import { documented } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";
import { aws } from "./aws.ts";

const docs = "https://developers.cloudflare.com/r2";
const conditions = `${docs}/api/s3/conditional-operations/`;

/** Cloudflare R2 through its S3 API. Where Cloudflare says nothing, the row is the one of AWS. */
export const r2: S3Profile = {
  name: "r2",
  title: "Cloudflare R2",
  facts: {
    ...aws.facts,
    writeConditions: documented("honoured", conditions),
    replaceOfNothing: documented(412, conditions),
    replaceOfAnything: documented("written", conditions),
    // It knows no other answer to a condition that fails.
    createOvertaken: documented(412, conditions),
    replaceOvertaken: documented(412, conditions),
    // Not among the operations that take conditions.
    conditionalDelete: documented("ignored", conditions),
    conditionalDeleteOfNothing: documented(204, conditions),
    deleteOfAnything: documented(204, conditions),
    writeIntervalMs: documented(1_000, `${docs}/platform/limits/`),
    unknownAccessKey: documented("Unauthorized", `${docs}/api/error-codes/`),
  },
  prices: {
    provider: "Cloudflare R2 Standard",
    currency: "USD",
    perThousand: { A: 0.0045, B: 0.00036, free: 0 },
    source: `${docs}/pricing/, read in 2026`,
  },
};
