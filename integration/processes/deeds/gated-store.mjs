// A store between a process and its own: it can hold writes back just before they are sent, so that the process is stopped
// at that very point; it counts what is sent, and writes down what came of fenced writes.

/** A write that was held back goes out as one that was under way: whoever had sent it may have given it up. */
const lateLimitMs = 20_000;

/** @typedef {import("@fencepost/core").Store} Store */

/** @implements {Store} */
export class GatedStore {
  /** @type {Store} */
  #inner;
  /** @type {Set<string>} */
  #shut = new Set();
  /** Of each write that was held back, what the store said in the end. @type {Promise<string>[]} */
  #late = [];
  #open = () => {};
  /** @type {Promise<void>} */
  #opened = Promise.resolve();
  #caught = () => {};
  /** Writes that were asked for, by the name of their object. @type {Map<string, number>} */
  puts = new Map();
  /** Under which token this process writes that object. @type {Map<string, number>} */
  fences = new Map();
  /** @type {import("@fencepost/testing").ProcessRecorder} */
  #record;

  /** @param {Store} inner @param {import("@fencepost/testing").ProcessRecorder} record */
  constructor(inner, record) {
    this.#inner = inner;
    this.#record = record;
    this.name = inner.name;
    this.capabilities = inner.capabilities;
  }

  /** From now on writes of these objects wait. @param {readonly string[]} names */
  shut(names) {
    this.#shut = new Set(names);
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  /** Resolves once so many are held back. @param {number} count @returns {Promise<void>} */
  caught(count) {
    return new Promise((resolve) => {
      this.#caught = () => this.#late.length >= count && resolve();
      this.#caught();
    });
  }

  /** Sends what was held back, and gives the store's answers. @returns {Promise<readonly string[]>} */
  letGo() {
    this.#shut.clear();
    this.#open();
    return Promise.all(this.#late);
  }

  /** @type {Store["put"]} */
  async put(key, body, condition, options) {
    this.puts.set(key, (this.puts.get(key) ?? 0) + 1);
    if (!this.#shut.has(key)) return this.#put(key, body, condition, options);
    const landed = this.#opened.then(() =>
      this.#put(key, body, condition, { ...options, signal: AbortSignal.timeout(lateLimitMs) }),
    );
    this.#late.push(
      landed.then(
        ({ kind }) => kind,
        (error) => String(error),
      ),
    );
    this.#caught();
    return landed;
  }

  /** @type {Store["put"]} */
  async #put(key, body, condition, options) {
    const token = this.fences.get(key);
    const send = () => this.#inner.put(key, body, condition, options);
    if (token === undefined) return send();
    /** @type {Awaited<ReturnType<typeof send>> | undefined} */
    let result;
    await this.#record.record({ kind: "fenced-write", key, token }, async () => {
      result = await send();
      return result.kind === "unknown" ? "unknown" : { accepted: result.kind === "written" };
    });
    return /** @type {NonNullable<typeof result>} */ (result);
  }

  /** @type {Store["get"]} */
  get(key, options) {
    return this.#inner.get(key, options);
  }

  /** @type {Store["delete"]} */
  delete(key, version, options) {
    return this.#inner.delete(key, version, options);
  }

  /** @type {Store["list"]} */
  list(prefix, options) {
    return this.#inner.list(prefix, options);
  }
}
