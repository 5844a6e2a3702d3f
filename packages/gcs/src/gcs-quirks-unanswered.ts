/** The rows of the quirk table for requests without an answer: never sent, or sent and never answered. */
import { anything, hasNotLanded, mayHaveLanded, type Quirk } from "./gcs-quirk.ts";

const credentials = "https://cloud.google.com/docs/authentication/application-default-credentials";

export const unanswered: Readonly<Record<string, Quirk>> = {
  "no-connection": {
    answer: "connection refused, or name not found",
    on: anything,
    status: "none",
    says: /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/,
    outcome: hasNotLanded,
    why: "without a connection the request has not left",
    source: "https://nodejs.org/api/errors.html#common-system-errors",
    advice: "check the endpoint, and that the service runs",
  },
  "no-tls": {
    answer: "a certificate that is not trusted, or no TLS at all",
    on: anything,
    status: "none",
    says: /^(CERT_|DEPTH_ZERO_|ERR_TLS_|ERR_SSL_|EPROTO$|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/,
    outcome: "misconfigured",
    why: "the request waits for the handshake, so it has not left",
    source: "https://nodejs.org/api/tls.html#x509-certificate-error-codes",
    advice: "check the endpoint (http or https), its certificate and this machine's clock",
  },
  "no-answer": {
    answer: "reset, cut, time-out or abort",
    on: anything,
    status: "none",
    outcome: mayHaveLanded,
    why: "it may have landed",
    source: "protocol, section 2",
  },
  "no-token-yet": {
    answer: "the token service is down",
    on: anything,
    status: "no-token-yet",
    outcome: hasNotLanded,
    why: "nothing was sent to the store",
    source: credentials,
  },
  "no-token": {
    answer: "no credentials, or none that are valid",
    on: anything,
    status: "no-token",
    outcome: "misconfigured",
    why: "nothing was sent to the store, and no repeat can help",
    source: credentials,
    advice: "set GOOGLE_APPLICATION_CREDENTIALS, or log in with gcloud auth application-default login",
  },
};
