import { beforeAll } from "vitest";
import { profileChapter } from "./chapters/profile.ts";
import { type Site, siteOn } from "./chapters/site.ts";
import { fakeGcsComparison } from "./profiles/gcs.ts";
import { fakeGcs } from "./servers/fake-gcs.ts";
import { realServerSuite } from "./servers/suite.ts";
import { storeSuite } from "./store-suite.ts";

realServerSuite(fakeGcs, { checksMin: 141 }, (server, kind) => {
  storeSuite(server, kind);
  let site: Site;
  beforeAll(async () => {
    site = await siteOn(server());
  });
  profileChapter(fakeGcsComparison(() => site));
});
