import type { ServerKind } from "./server.ts";

/** versitygw over a folder: the strictest S3 server of the three, it also honours If-Match on DELETE. */
export const versitygw: ServerKind = {
  name: "versitygw",
  protocol: "s3",
  variable: "VERSITYGW",
  program: "versitygw",
  image: undefined,
  verifies: ["credentials", "region"],
  healthPath: "/health",
  launch: ({ host, port, dataFolder, credentials }) => ({
    args: ["--port", `${host}:${port}`, "--health", "/health", "--quiet", "posix", dataFolder],
    environment: { ROOT_ACCESS_KEY: credentials.accessKey, ROOT_SECRET_KEY: credentials.secretKey },
  }),
};
