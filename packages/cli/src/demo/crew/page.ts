/**
 * What guards itself: a page in the store, fenced by whoever holds the lease. Unlike the ledger it takes no entry of an
 * older token, as every write names the version that it replaces, and a new holder's claim has replaced it.
 */
import type {
  Coordinator,
  Document,
  FencedDocument,
  Lease,
  PutResult,
  Snapshot,
  Store,
} from "@fencepost/core";

export interface PageText {
  readonly writer: string;
  readonly entries: number;
}

const schema = (input: unknown): PageText => input as PageText;

export function pageAt(coordinator: Coordinator, key: string): Document<PageText> {
  return coordinator.document(key, { schema });
}

export class Page {
  readonly #fenced: FencedDocument<PageText>;
  readonly #store: Store;
  readonly #key: string;
  #last: Snapshot<PageText | undefined>;

  private constructor(
    fenced: FencedDocument<PageText>,
    seen: Snapshot<PageText | undefined>,
    store: Store,
    key: string,
  ) {
    this.#fenced = fenced;
    this.#last = seen;
    this.#store = store;
    this.#key = key;
  }

  static async claim(store: Store, coordinator: Coordinator, key: string, lease: Lease): Promise<Page> {
    const fenced = await pageAt(coordinator, key).fence(lease);
    return new Page(fenced, await fenced.read(), store, key);
  }

  /** @throws LeaseLostError, FencedError: somebody else may have it, or has it. */
  async write(text: PageText): Promise<void> {
    this.#last = await this.#fenced.write(text);
  }

  /**
   * What a program does that looks neither at its lease nor at its clock: sends what it was about to send. The fenced page
   * would not let it; here the request is made by hand, so that the store has to answer it.
   */
  async writeAnyway(text: PageText): Promise<PutResult["kind"]> {
    const { version } = this.#last;
    if (version === undefined) return "refused";
    const body = new TextEncoder().encode(JSON.stringify(text));
    return (await this.#store.put(this.#key, body, { matches: version }, {})).kind;
  }
}
