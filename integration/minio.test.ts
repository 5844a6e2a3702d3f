import { minio } from "./servers/minio.ts";
import { realServerSuite } from "./servers/suite.ts";
import { storeSuite } from "./store-suite.ts";

realServerSuite(minio, { checksMin: 86 }, storeSuite);
