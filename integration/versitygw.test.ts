import { profileChapter } from "./chapters/profile.ts";
import { s3Comparison } from "./profiles/s3.ts";
import { realServerSuite } from "./servers/suite.ts";
import { versitygw } from "./servers/versitygw.ts";
import { storeSuite } from "./store-suite.ts";

realServerSuite(versitygw, { checksMin: 143 }, (server, kind) => {
  profileChapter(s3Comparison("versitygw", storeSuite(server, kind)));
});
