import type { ServerKind } from "../servers/server.ts";

/**
 * Ceph's gateway, a production store. It is only ever an endpoint that is named, by `with-gateway.sh` or by hand.
 *
 * It refuses every condition whose ETag is quoted (block/buzz#3002), so its stores are told to send none of the quotes.
 */
export const ceph: ServerKind = {
  name: "Ceph's gateway",
  protocol: "s3",
  variable: "CEPH",
  program: "radosgw",
  image: undefined,
  verifies: ["credentials"],
  healthPath: "/",
  urlParameters: { unquotedETags: "true" },
  launch() {
    throw new Error("start it with integration/ceph/with-gateway.sh");
  },
};
