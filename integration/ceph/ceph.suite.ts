import { profileChapter } from "../chapters/profile.ts";
import { s3Comparison } from "../profiles/s3.ts";
import { realServerSuite } from "../servers/suite.ts";
import { storeSuite } from "../store-suite.ts";
import { ceph } from "./ceph.ts";

realServerSuite(ceph, { checksMin: 135 }, (server, kind) => {
  profileChapter(s3Comparison("ceph", storeSuite(server, kind)));
});
