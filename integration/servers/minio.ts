import { defaultRegion, type ServerKind } from "./server.ts";

/**
 * MinIO keeps object versions by ETag, honours both conditions on PUT, and ignores them on DELETE.
 *
 * The image is the last one that the archived project published; its repository on Docker Hub is gone.
 */
export const minio: ServerKind = {
  name: "MinIO",
  protocol: "s3",
  variable: "MINIO",
  program: "minio",
  image: "quay.io/minio/minio:RELEASE.2025-09-07T16-13-09Z",
  verifies: ["credentials", "region"],
  healthPath: "/minio/health/ready",
  launch: ({ host, port, dataFolder, credentials }) => ({
    args: ["server", dataFolder, "--address", `${host}:${port}`, "--quiet"],
    environment: {
      MINIO_ROOT_USER: credentials.accessKey,
      MINIO_ROOT_PASSWORD: credentials.secretKey,
      // Unless it is told its region it takes a signature for any.
      MINIO_SITE_REGION: defaultRegion,
      // No web console, which would listen on every address, and no look-ups of newer releases.
      MINIO_BROWSER: "off",
      MINIO_UPDATE: "off",
    },
  }),
};
