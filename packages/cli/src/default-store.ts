/** Which store is meant when none is named: a file in the user's state folder, so that the first try needs nothing. */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { MisconfiguredError } from "@fencepost/core";

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

/** The option, else `FENCEPOST_STORE`, else the user's own file. An empty text counts as not given. */
export function chooseStore(
  option: string | undefined,
  surroundings: Surroundings = {
    environment: process.env,
    platform: process.platform,
    home: homedir(),
  },
): ChosenStore {
  if (option) return { url: option, from: "--store" };
  const fromEnvironment = surroundings.environment["FENCEPOST_STORE"];
  if (fromEnvironment) return { url: fromEnvironment, from: "FENCEPOST_STORE" };
  return { url: `sqlite:${join(stateFolder(surroundings), "fencepost", "fencepost.db")}`, from: "default" };
}

/**
 * Makes the folder of the default store, for its owner only.
 *
 * @throws MisconfiguredError if it cannot be made.
 */
export function prepareDefaultStore(url: string): void {
  const folder = dirname(url.slice("sqlite:".length));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new MisconfiguredError(
      `the folder of the default store, ${folder}, could not be made (${error instanceof Error ? error.message : error}); ` +
        "name a store with --store or FENCEPOST_STORE",
      { cause: error },
    );
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
