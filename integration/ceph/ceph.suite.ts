import { realServerSuite } from "../servers/suite.ts";
import { storeSuite } from "../store-suite.ts";
import { ceph } from "./ceph.ts";

realServerSuite(ceph, { checksMin: 78 }, storeSuite);
