import { realServerSuite } from "./servers/suite.ts";
import { versitygw } from "./servers/versitygw.ts";
import { storeSuite } from "./store-suite.ts";

realServerSuite(versitygw, { checksMin: 86 }, storeSuite);
