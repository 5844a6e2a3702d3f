import type { Launch, ServerKind } from "./server.ts";

/** fake-gcs-server honours generation conditions on writes and ignores them on reads; it checks no credentials. */
export const fakeGcs: ServerKind = {
  name: "fake-gcs-server",
  protocol: "gcs",
  variable: "FAKE_GCS",
  program: "fake-gcs-server",
  image: "fsouza/fake-gcs-server:1.56.1",
  verifies: [],
  healthPath: "/_internal/healthcheck",
  launch: ({ host, port }) => launched(host, port, ["-backend", "memory"]),
};

/** The same, with its objects in files: they outlive it. */
export const fakeGcsOnDisk: ServerKind = {
  ...fakeGcs,
  launch: ({ host, port, dataFolder }) =>
    launched(host, port, ["-backend", "filesystem", "-filesystem-root", dataFolder]),
};

function launched(host: string, port: number, backend: readonly string[]): Launch {
  return {
    // A public host without a port matches any port, so the one that a container engine maps to works too.
    args: [
      ["-scheme", "http"],
      ["-host", host],
      ["-port", String(port)],
      backend,
      ["-public-host", "127.0.0.1"],
      ["-log-level", "warn"],
    ].flat(),
    environment: {},
  };
}
