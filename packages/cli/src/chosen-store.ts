/** Which store is meant: the one that was named, else a file in the user's state folder, so that a first try needs nothing. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { printable } from "@fencepost/core";
import { type OpenedStore, openStore } from "./open-store.ts";
import { UsageError } from "./usage-error.ts";

/** The process's surroundings, as far as the choice depends on them. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** A store's URL, and where it was named, for messages. */
export interface ChosenStore {
  readonly url: string;
  readonly from: "--store" | "FENCEPOST_STORE" | "default";
}

/**
 * The option, else `FENCEPOST_STORE`, else the user's own file.
 *
 * @throws UsageError if one of the two is empty: `--store "$BUCKET"` without BUCKET would lease where nobody else looks.
 */
export function chooseStore(
  option: string | undefined,
  surroundings: Surroundings = {
    environment: process.env,
    platform: process.platform,
    home: homedir(),
  },
): ChosenStore {
  if (option !== undefined) return named("--store", option);
  const fromEnvironment = surroundings.environment["FENCEPOST_STORE"];
  if (fromEnvironment !== undefined) return named("FENCEPOST_STORE", fromEnvironment);
  return { url: `sqlite:${join(stateFolder(surroundings), "fencepost", "fencepost.db")}`, from: "default" };
}

function named(from: "--store" | "FENCEPOST_STORE", url: string): ChosenStore {
  if (url === "") throw new UsageError(`${from} is empty; name a store, or leave it out`);
  return { url, from };
}

/** What whoever forgot to name a store should see. */
export function remarkOn({ url, from }: ChosenStore): string | undefined {
  return from === "default" ? `no --store: using ${printable(url)}, which only this machine sees` : undefined;
}

/** Opens the store that was chosen. Errors as `openStore`, which also say where a wrong URL came from. */
export async function openChosenStore({ url, from }: ChosenStore): Promise<OpenedStore> {
  try {
    return await openStore(url);
  } catch (error) {
    if (from !== "FENCEPOST_STORE" || !(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message} (it was named by FENCEPOST_STORE)`, { cause: error });
  }
}

/** Where a program keeps what should survive it but is no document: https://specifications.freedesktop.org/basedir-spec/ */
function stateFolder({ environment, platform, home }: Surroundings): string {
  if (platform === "win32") return environment["LOCALAPPDATA"] || join(home, "AppData", "Local");
  if (platform === "darwin") return join(home, "Library", "Application Support");
  const named = environment["XDG_STATE_HOME"];
  // The specification: a relative path is invalid and to be ignored.
  return named && isAbsolute(named) ? named : join(home, ".local", "state");
}
