/** An object as Google Cloud Storage keeps it, and what an upload or a patch may say of it. */

/** What a client chooses (https://cloud.google.com/storage/docs/json_api/v1/objects#resource). */
export interface Settings {
  readonly contentType?: string | undefined;
  readonly cacheControl?: string | undefined;
  readonly contentDisposition?: string | undefined;
  readonly contentLanguage?: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

/** One generation of an object. */
export interface GcsObject extends Settings {
  readonly bucket: string;
  readonly name: string;
  /** Unique, and compared as text: beyond 2^53 a number would round it. */
  readonly generation: string;
  /** 1 for each new generation, and one more with each patch. */
  readonly metageneration: number;
  readonly body: Uint8Array;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The members that a patch may name beside `metadata`. */
export const settable = ["contentType", "cacheControl", "contentDisposition", "contentLanguage"] as const;

/** What a patch says: a text sets a member, `null` takes it away, and what is not named stays. */
export interface Patch extends Readonly<Partial<Record<(typeof settable)[number], string | null>>> {
  readonly metadata?: Readonly<Record<string, string | null>> | null | undefined;
}

/**
 * The settings after a patch.
 *
 * @param nulls what `null` does to one name of the metadata
 */
export function patched(settings: Settings, patch: Patch, nulls: "remove" | "empty"): Settings {
  const members = settable.map((name) => {
    const said = patch[name];
    return [name, said === undefined ? settings[name] : (said ?? undefined)];
  });
  return { ...Object.fromEntries(members), metadata: patchedMetadata(settings.metadata, patch, nulls) };
}

function patchedMetadata(
  metadata: Settings["metadata"],
  { metadata: said }: Patch,
  nulls: "remove" | "empty",
): Settings["metadata"] {
  if (said === undefined) return metadata;
  if (said === null) return {};
  const all = Object.entries({ ...metadata, ...said });
  const kept = nulls === "remove" ? all.filter(([, value]) => value !== null) : all;
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? ""]));
}
