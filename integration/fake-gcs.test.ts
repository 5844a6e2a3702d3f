import { profileChapter } from "./chapters/profile.ts";
import { fakeGcsComparison } from "./profiles/gcs.ts";
import { fakeGcs } from "./servers/fake-gcs.ts";
import { realServerSuite } from "./servers/suite.ts";
import { storeSuite } from "./store-suite.ts";

realServerSuite(fakeGcs, { checksMin: 147 }, (server, kind) => {
  profileChapter(fakeGcsComparison(storeSuite(server, kind)));
});
