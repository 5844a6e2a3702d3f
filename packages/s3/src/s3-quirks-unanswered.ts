/** The rows of the quirk table for requests without an answer: never sent, or sent and never answered. */
import { anything, hasNotLanded, mayHaveLanded, type Quirk } from "./s3-quirk.ts";

const chain =
  "https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/setting-credentials-node.html";

export const unanswered: Readonly<Record<string, Quirk>> = {
  "no-credentials-yet": {
    answer: "the service that gives the credentials, or a session, is down",
    on: anything,
    status: "unsent",
    codes: ["connect", "ECONNRESET", "EPIPE", "ETIMEDOUT", "TimeoutError", "5xx"],
    outcome: hasNotLanded,
    why: "nothing was sent to the store",
    source: chain,
  },
  "nothing-to-send": {
    answer: "no credentials, no region, or an endpoint that makes no sense",
    on: anything,
    status: "unsent",
    outcome: "misconfigured",
    why: "nothing was sent to the store, and no repeat can help",
    source: chain,
    advice: "check credentials, region and endpoint",
  },
  "no-connection": {
    answer: "connection refused, host unreachable, name not found",
    on: anything,
    status: "none",
    codes: ["connect"],
    outcome: hasNotLanded,
    why: "without a connection the request has not left",
    source: "https://nodejs.org/api/errors.html#common-system-errors",
    advice: "check that the store runs, and the endpoint",
  },
  "no-tls": {
    answer: "a certificate that is not trusted, or no TLS at all",
    on: anything,
    status: "none",
    codes: [
      "CERT_HAS_EXPIRED",
      "CERT_NOT_YET_VALID",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "ERR_SSL_WRONG_VERSION_NUMBER",
    ],
    outcome: "misconfigured",
    why: "the request waits for the handshake, so it has not left",
    source: "https://nodejs.org/api/tls.html#x509-certificate-error-codes",
    advice: "check the endpoint (http or https), its certificate and this machine's clock",
  },
  "invalid-header": {
    answer: "Node refuses to send a header",
    on: anything,
    status: "none",
    codes: ["ERR_INVALID_CHAR"],
    outcome: "misconfigured",
    why: "the credentials hold a line break, as pasted secrets often do",
    source: "https://nodejs.org/api/errors.html#err_invalid_char",
    advice: "take the line break off the credentials",
  },
  "no-answer": {
    answer: "reset, cut, time-out or abort",
    on: anything,
    status: "none",
    outcome: mayHaveLanded,
    why: "it may have landed",
    source: "protocol, section 2",
  },
};
