/** What stood in a bucket when, so that it can stand there again. */
import type { Store } from "@fencepost/core";
import type { SimulatedWrite } from "../program.ts";
import { overwrite } from "./flawed-objects.ts";

interface Kept extends SimulatedWrite {
  readonly atMs: number;
  readonly lastModifiedMs: number;
}

export class Backup {
  #kept: Kept[] = [];

  keep(write: Kept): void {
    this.#kept.push(write);
  }

  /** Puts back the state of `atMs`. Resolves to the writes that are lost, in their order. */
  async restore(
    objects: Store,
    atMs: number,
    put: (key: string, lastModifiedMs: number) => void,
  ): Promise<readonly SimulatedWrite[]> {
    const lost = this.#kept.filter((write) => write.atMs > atMs);
    this.#kept = this.#kept.filter((write) => write.atMs <= atMs);
    for (const key of new Set(lost.map((write) => write.key))) {
      const last = this.#kept.findLast((write) => write.key === key);
      if (last) {
        const { body, metadata, contentType } = last;
        await overwrite(objects, key, body, { metadata, contentType });
        put(key, last.lastModifiedMs);
        continue;
      }
      const found = await objects.get(key, {});
      if (found.kind === "found") await objects.delete(key, found.version, {});
    }
    return lost;
  }
}
