/** A store that forgets a write which it had acknowledged can let two holders in: it is named, and not used. */
import { UnsupportedStoreError } from "../base/errors.ts";
import type { RecordPlace } from "../record/access.ts";
import type { Store } from "../store/store.ts";

export function rolledBack(store: Store, { key, name }: RecordPlace): UnsupportedStoreError {
  return new UnsupportedStoreError(
    `${store.name} shows a state of ${name} older than one that it had acknowledged; ` +
      "a store that loses writes cannot host a lease. Find out what was restored, or use another store",
    { key },
  );
}
