/** `fencepost status`: who holds a lease, for people and for programs. */
import { createCoordinator, type LeaseStatus, printable } from "@fencepost/core";
import { chooseStore, openChosenStore } from "../chosen-store.ts";
import { colorsFor, print } from "../output.ts";
import { asUsage } from "../usage-error.ts";

/** As they were parsed. */
export interface StatusOptions {
  readonly store?: string | undefined;
  readonly json?: boolean | undefined;
}

/** @throws UsageError, and whatever kept the lease from being read. */
export async function status(key: string, options: StatusOptions): Promise<number> {
  const store = await openChosenStore(chooseStore(options.store));
  const found = await asUsage(createCoordinator(store).inspect(key));
  print(options.json ? jsonOf(key, store.name, found) : textOf(key, store.name, found));
  store.close?.();
  return 0;
}

/** Whatever JSON leaves as it is and a terminal might obey is escaped, too; its readers see the same text. */
export function jsonOf(key: string, store: string, found: LeaseStatus): string {
  return printable(JSON.stringify({ key, store, ...found }));
}

/** One line for the lease, one for a note, and one for where it was looked up: elsewhere the key is another lease. */
export function textOf(key: string, store: string, found: LeaseStatus): string {
  return `${leaseLines(key, found)}\n  in ${printable(store)}`;
}

function leaseLines(key: string, found: LeaseStatus): string {
  const bold = colorsFor(process.stdout).bold;
  const name = printable(key);
  switch (found.state) {
    case "absent":
      return `${name}: ${bold("free")}, never held`;
    case "free":
      return `${name}: ${bold("free")}, last token ${found.token}`;
    case "held":
    case "expired":
    case "undetermined": {
      const note = found.note === undefined ? "" : `\n  ${printable(found.note)}`;
      return `${name}: ${bold(found.state)}, ${meaningOf(found)}${note}`;
    }
  }
}

function meaningOf(found: Extract<LeaseStatus, { readonly holder: string }>): string {
  const holder = `${printable(found.holder)} (token ${found.token})`;
  if (found.state === "expired") return `last by ${holder}; whoever asks next gets it`;
  if (found.state === "undetermined") return `${holder} had it, and the store does not tell how long ago`;
  const left = found.expiresInMs === undefined ? undefined : Math.ceil(found.expiresInMs / 1_000);
  return `by ${holder}${left === undefined ? "" : `; it can be taken in ${left} s unless it is renewed`}`;
}
