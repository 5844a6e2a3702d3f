import { profileChapter } from "./chapters/profile.ts";
import { s3Comparison } from "./profiles/s3.ts";
import { minio } from "./servers/minio.ts";
import { realServerSuite } from "./servers/suite.ts";
import { storeSuite } from "./store-suite.ts";

realServerSuite(minio, { checksMin: 143 }, (server, kind) => {
  profileChapter(s3Comparison("minio", storeSuite(server, kind)));
});
