/** From a URL to a store. A store's package, and the SDK behind it, is loaded only for its own URLs. */
import { MisconfiguredError, memoryStore, printable, type Store } from "@fencepost/core";
import { UsageError } from "./usage-error.ts";

/** A store that may have something to let go of at the end, such as a file. */
export type OpenedStore = Store & { close?(): void };

type Constructor = (location: string) => OpenedStore;

interface Scheme {
  /** How such a URL looks, for messages. */
  readonly form: string;
  readonly package: string;
  load(): Promise<Constructor>;
}

const schemes: Readonly<Record<string, Scheme>> = {
  sqlite: {
    form: "sqlite:path/to/file.db",
    package: "@fencepost/sqlite",
    load: async () => (await import("@fencepost/sqlite")).sqliteStore,
  },
  s3: {
    form: "s3://bucket/prefix",
    package: "@fencepost/s3",
    load: async () => (await import("@fencepost/s3")).s3Store,
  },
  gs: {
    form: "gs://bucket/prefix",
    package: "@fencepost/gcs",
    load: async () => (await import("@fencepost/gcs")).gcsStore,
  },
};

/**
 * Opens the store that a URL names: `sqlite:path`, `s3://bucket/prefix`, `gs://bucket/prefix`, `memory:`.
 *
 * @param options.withinOneProcess accept `memory:`, which no other process can see. @default false
 * @throws UsageError if it is no such URL. MisconfiguredError if a package that it needs is not there, or if the store
 *   itself finds its set-up at fault.
 */
export async function openStore(
  url: string,
  options: { readonly withinOneProcess?: boolean | undefined } = {},
): Promise<OpenedStore> {
  const name = /^([a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();
  if (name === "memory") return openMemory(url, options.withinOneProcess ?? false);
  const scheme = name !== undefined && Object.hasOwn(schemes, name) ? schemes[name] : undefined;
  if (!scheme) {
    const forms = Object.values(schemes).map(({ form }) => form);
    throw new UsageError(`unknown store ${quoted(url)}; write ${forms.join(", ")}`);
  }
  const construct = await load(scheme, url);
  try {
    return construct(url);
  } catch (error) {
    // Stores answer a wrong location, as any wrong argument, with one of these two.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new UsageError(`the store ${quoted(url)} cannot be read: ${error.message}`, { cause: error });
  }
}

function openMemory(url: string, withinOneProcess: boolean): Store {
  if (url !== "memory:")
    throw new UsageError(`the store ${quoted(url)} has a name; write memory: and nothing else`);
  if (withinOneProcess) return memoryStore();
  throw new UsageError(
    "the store memory: lives in one process, and no other could see the lease; use sqlite:path for processes of one machine",
  );
}

async function load(scheme: Scheme, url: string): Promise<Constructor> {
  try {
    return await scheme.load();
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n", 1)[0] as string) : String(error);
    const missing = /Cannot find (?:package|module) '([^']+)'/.exec(why)?.[1] ?? scheme.package;
    throw new MisconfiguredError(
      `the store ${quoted(url)} needs the package ${missing}, which could not be loaded: ${why}. Install it next to fencepost: npm install ${missing}`,
      { cause: error },
    );
  }
}

function quoted(url: string): string {
  return JSON.stringify(printable(url));
}
