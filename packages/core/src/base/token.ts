/**
 * A number that grows with every grant of a key, for ever. Carry it with each write to a guarded resource and let
 * the resource refuse a smaller one.
 *
 * A safe integer, of 13 digits on S3 and GCS, where a key's first token is the store's clock: it looks like a
 * timestamp and is a counter with a high start. `bigint` in SQL, never `int`.
 */
export type FencingToken = number & { readonly __fencingToken: unique symbol };
