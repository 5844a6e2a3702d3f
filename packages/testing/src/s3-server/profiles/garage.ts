import { documented } from "../../object-server/known.ts";
import type { S3Profile } from "../s3-profile.ts";
import { aws } from "./aws.ts";

const source = "https://git.deuxfleurs.fr/Deuxfleurs/garage, src/api/s3 of v2.0.0";

/** Garage: it reads conditions on GET only, and writes and deletes whatever they say. Of the rest nothing else is known. */
export const garage: S3Profile = {
  name: "garage",
  title: "Garage",
  facts: {
    ...aws.facts,
    writeConditions: documented("ignored", source),
    conditionalDelete: documented("ignored", source),
    conditionalDeleteOfNothing: documented(204, source),
  },
};
