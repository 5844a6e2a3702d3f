// Where one operation is performed and counted: a strict S3 server of its own, and before it what counts on the wire.
import { S3Client } from "@aws-sdk/client-s3";
import { createCoordinator, systemClock } from "@fencepost/core";
import { s3Store } from "@fencepost/s3";
import { startS3Server, startWireCounter } from "@fencepost/testing";

/**
 * @typedef {import("@fencepost/core").Clock} Clock
 * @typedef {import("@fencepost/core").Coordinator} Coordinator
 * @typedef {import("@fencepost/core").CoordinationEvent} CoordinationEvent
 *
 * @typedef {object} Counts requests by what a store charges for them
 * @property {number} reads
 * @property {number} writes lists are charged as writes
 */

const credentials = { accessKeyId: "known", secretAccessKey: "secret" };
/** Nothing else here waits for about so long; by chance it is up to half longer or shorter. */
export const pollMs = 300;

export class Desk {
  #server;
  #wire;
  /** @type {S3Client[]} */
  #clients = [];
  /** @type {Counts | undefined} */
  #counts;
  #isDue = () => {};

  /**
   * @param {Awaited<ReturnType<typeof startS3Server>>} server
   * @param {Awaited<ReturnType<typeof startWireCounter>>} wire
   */
  constructor(server, wire) {
    this.#server = server;
    this.#wire = wire;
  }

  /**
   * One more process. That an unknown endpoint is proved before the first lease is no part of any operation.
   *
   * @param {(event: CoordinationEvent) => void} [onEvent]
   * @returns {Coordinator}
   */
  process(onEvent) {
    const client = new S3Client({ region: "us-east-1", credentials });
    this.#clients.push(client);
    const store = s3Store({ bucket: "bucket", prefix: "p", endpoint: this.#wire.url }, { client });
    return createCoordinator(store, { allowUnprovenStore: true, onEvent, clock: this.#clock });
  }

  /** Resolves when the pause of whoever polls every `pollMs` is over: between two such moments there is one poll. */
  due() {
    return new Promise((resolve) => {
      this.#isDue = () => resolve(undefined);
    });
  }

  /**
   * Once for each desk: what is sent while this is under way is what the operation costs.
   *
   * @template R
   * @param {() => Promise<R>} operation
   * @returns {Promise<R>}
   */
  async counted(operation) {
    if (this.#counts) throw new Error("an operation has been counted here already");
    this.#wire.reset();
    this.#server.log.clear();
    const result = await operation();
    const { A: writes, B: reads, free } = this.#server.log.counts();
    // By method, and by what the server made of it: nothing is sent that is not one of the two.
    const seen = [this.#wire.count("GET") + this.#wire.count("HEAD"), this.#wire.count()];
    if (seen.join() !== [reads, reads + writes + free].join()) {
      throw new Error(
        `on the wire were ${seen.join(" reads of ")} requests, and the server saw ${reads + writes + free}`,
      );
    }
    this.#counts = { reads, writes: writes + free };
    return result;
  }

  /** @throws Error if nothing was counted. */
  get counts() {
    if (!this.#counts) throw new Error("nothing was counted");
    return this.#counts;
  }

  async close() {
    for (const client of this.#clients) client.destroy();
    await this.#wire.close();
    await this.#server.close();
  }

  /** @returns {Clock} */
  get #clock() {
    return {
      ...systemClock,
      sleep: async (ms, signal, options) => {
        await systemClock.sleep(ms, signal, options);
        if (ms > pollMs / 10 && ms <= pollMs * 1.5) this.#isDue();
      },
    };
  }
}

/** A place that nobody else has used. */
export async function openDesk() {
  const server = await startS3Server({ credentials });
  return new Desk(server, await startWireCounter(server.url));
}
