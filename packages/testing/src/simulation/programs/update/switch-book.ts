/**
 * What became of a document whose bytes recur: a switch with three positions, that is also deleted. Where equal bytes are
 * one version, a change away and back in between goes unseen (A-B-A); even so it only ever moves one position on.
 */
import type { Journal } from "../../engine/journal.ts";

export interface Switch {
  readonly position: number;
}

export const positions = 3;

export class SwitchBook {
  readonly #journal: Journal;
  readonly #uniqueVersions: boolean;
  #last: { readonly position: number; readonly id: string | undefined } | undefined;
  #removals = 0;
  readonly #ids = new Set<string>();
  #hasComeBack = false;
  /** Whose requests removed it, and how often. */
  readonly #removedBy = new Map<string, number>();

  constructor(journal: Journal, uniqueVersions: boolean) {
    this.#journal = journal;
    this.#uniqueVersions = uniqueVersions;
  }

  /** How often it has been removed, by whom ever or by one. */
  removals(by?: string): number {
    return by === undefined ? this.#removals : (this.#removedBy.get(by) ?? 0);
  }

  /** @param recent the ids that were written beside it */
  landed(who: string, { position }: Switch, [id, before]: readonly string[]): void {
    this.#journal.say("store", `switch at ${position}`);
    // A create that comes twice, with a removal in between, brings back what was deleted, ids and all.
    if (id !== undefined && this.#ids.has(id)) this.#cameBack();
    this.#ids.add(id as string);
    const next = this.#last ? (this.#last.position + 1) % positions : 0;
    if (position !== next) {
      this.#journal.violate(who, `the switch went from ${this.#last?.position} to ${position}`);
    }
    if (before !== this.#last?.id) {
      this.#journal.count("unseenChanges");
      if (this.#uniqueVersions)
        this.#journal.violate(who, "a change went unseen although versions are unique");
    }
    this.#last = { position, id };
  }

  removed(who: string): void {
    this.#journal.count("removals");
    this.#journal.say("store", `switch removed by ${who}`);
    this.#removals += 1;
    this.#removedBy.set(who, this.removals(who) + 1);
    this.#last = undefined;
  }

  #cameBack(): void {
    this.#journal.count("cameBack");
    this.#hasComeBack = true;
  }

  /** A caller was told that it is gone. */
  saidToBeGone(who: string, removalsBefore: number): void {
    if (this.#last && this.#removals === removalsBefore) {
      this.#journal.violate(who, "the switch was said to be deleted, and nobody had done so");
    }
  }

  /** A caller was told that its deletion met another state. Where a state comes back, an earlier request may strike twice. */
  saidToStay(who: string, removalsBefore: number): void {
    if (this.#uniqueVersions && !this.#hasComeBack && this.removals(who) !== removalsBefore) {
      this.#journal.violate(who, "a deletion was said to be a conflict, and it had landed");
    }
  }
}
