/** Every object that a server has held, at every moment: what stands is one view of it, what stood is another. */

/** One change of one object, or its removal. */
interface Change<O> {
  readonly revision: number;
  readonly atMs: number;
  /** `undefined`: removed. */
  readonly object: O | undefined;
}

/** Objects by name. Nothing is forgotten, so that a read can be stale and a state can come back. */
export class ObjectHistory<O> {
  readonly #changes = new Map<string, Change<O>[]>();
  #revision = 0;

  /** How many changes there were. A number that is kept names the state of that moment. */
  get revision(): number {
    return this.#revision;
  }

  /** The object of that name; of an earlier moment if one is named. */
  find(name: string, revision: number = this.#revision): O | undefined {
    return this.#changes.get(name)?.findLast((change) => change.revision <= revision)?.object;
  }

  /** The object as it was before its last `changes` changes; before its first one there was none. */
  findBehind(name: string, changes: number): O | undefined {
    return this.#changes.get(name)?.at(-1 - changes)?.object;
  }

  /** Whether the object has changed, or was removed, since that moment. */
  hasChangedSince(name: string, revision: number): boolean {
    return (this.#changes.get(name)?.at(-1)?.revision ?? 0) > revision;
  }

  /** When the object changed last, removal included; `undefined` if it never was. */
  changedAtMs(name: string): number | undefined {
    return this.#changes.get(name)?.at(-1)?.atMs;
  }

  /** Names and objects that start with `prefix`, in the order of their UTF-8 bytes, as S3 and Google list them. */
  list(prefix: string, revision: number = this.#revision): readonly (readonly [string, O])[] {
    const found: [string, O][] = [];
    for (const name of this.#changes.keys()) {
      const object = name.startsWith(prefix) ? this.find(name, revision) : undefined;
      if (object !== undefined) found.push([name, object]);
    }
    return found.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  /** Puts an object in place of what stands, or removes that. */
  change(name: string, object: O | undefined, atMs: number): void {
    const changes = this.#changes.get(name) ?? [];
    this.#changes.set(name, changes);
    changes.push({ revision: ++this.#revision, atMs, object });
  }

  /** Brings an earlier state back, as a restored backup does: as new changes, each object as it was then. */
  rollBack(revision: number, atMs: number): void {
    const now = this.#revision;
    for (const [name, changes] of this.#changes) {
      if ((changes.at(-1)?.revision ?? 0) <= revision) continue;
      const then = this.find(name, revision);
      if (then !== this.find(name, now)) this.change(name, then, atMs);
    }
  }
}
