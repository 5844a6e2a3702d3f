import { fakeGcs } from "./servers/fake-gcs.ts";
import { realServerSuite } from "./servers/suite.ts";
import { storeSuite } from "./store-suite.ts";

realServerSuite(fakeGcs, { checksMin: 86 }, storeSuite);
