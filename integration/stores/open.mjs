// For child processes, which run what was built: the store that a URL names, with the credentials of the environment.

/** @param {string} url @returns {Promise<import("@fencepost/core").Store>} */
export async function openStore(url) {
  const scheme = url.split(":", 1)[0];
  switch (scheme) {
    case "s3":
      return (await import("@fencepost/s3")).s3Store(url);
    case "gs":
      return (await import("@fencepost/gcs")).gcsStore(url);
    case "sqlite":
      return (await import("@fencepost/sqlite")).sqliteStore(url);
    default:
      throw new TypeError(`no store for ${url}: it must start with s3:, gs: or sqlite:`);
  }
}

/** @param {{ url: string, environment: Record<string, string> }} place */
export function openPlace({ url, environment }) {
  Object.assign(process.env, environment);
  return openStore(url);
}
