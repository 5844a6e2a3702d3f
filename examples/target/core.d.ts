/**
 * The whole public API as it is decided, seen by the programs beside it: what is built comes from the package itself,
 * and what is declared here is still to come. Each part leaves this file when it exists; the file goes with the last.
 */
import type {
  Coordinator as BuiltCoordinator,
  CoordinatorOptions,
  Permits,
  Store,
} from "../../packages/core/src/index.ts";

// biome-ignore lint/performance/noReExportAll: a view of the whole package, for the type checker only
export * from "../../packages/core/src/index.ts";

export declare function createCoordinator(store: Store, options?: CoordinatorOptions): Coordinator;

export interface Coordinator extends BuiltCoordinator {
  readWriteLock(
    key: string,
    options: { readonly readers: number },
  ): { readonly read: Permits<object>; readonly write: Permits<object> };
}
