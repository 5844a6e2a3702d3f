/** What is known of a provider, and how: the one form in which every profile says it. */

/** A fact, and where it is known from. */
export interface Known<V> {
  readonly value: V;
  /**
   * `compared`: the suites ask a real server and this one the same, and both must answer alike. `documented`: somebody has
   * written it, and nothing here has tried it.
   */
  readonly proof: "documented" | "compared";
  /** A page, or the server that it was measured on. */
  readonly source: string;
}

/** What somebody has written. */
export function documented<V>(value: V, source: string): Known<V> {
  return { value, proof: "documented", source };
}

/** For what the suites compare with one server, which is named once. */
export function comparedWith(source: string): <V>(value: V) => Known<V> {
  return (value) => ({ value, proof: "compared", source });
}
