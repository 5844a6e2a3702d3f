/** Partial answers: the members of a JSON answer that `fields` names, and no others. */

/** What is wanted of a value: all of it, or of its members these. */
export type Mask = "all" | ReadonlyMap<string, Mask>;

/**
 * Reads `a,b/c,d(e,f)` (https://cloud.google.com/storage/docs/json_api#partial-response).
 *
 * @throws SyntaxError if it is something else
 */
export function maskOf(fields: string): Mask {
  const tokens = fields.match(/[\w*-]+|[,/()]/g) ?? [];
  if (tokens.join("") !== fields || fields === "") throw notFields(fields);
  const reader = { tokens, at: 0 };
  const mask = selection(reader, fields);
  if (reader.at !== tokens.length) throw notFields(fields);
  return mask;
}

/** The part of a value that the mask lets through; in a list, of each of its items. */
export function masked(value: unknown, mask: Mask): unknown {
  if (mask === "all" || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  const members = Object.entries(value).flatMap(([name, member]) => {
    const own = mask.get(name) ?? mask.get("*");
    return own === undefined ? [] : [[name, masked(member, own)]];
  });
  return Object.fromEntries(members);
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

function selection(reader: Reader, fields: string): Mask {
  const members = new Map<string, Mask>();
  do {
    const name = reader.tokens[reader.at++];
    if (name === undefined || !/^[\w*-]+$/.test(name)) throw notFields(fields);
    members.set(name, below(reader, fields));
  } while (took(reader, ","));
  return members;
}

function below(reader: Reader, fields: string): Mask {
  if (took(reader, "/")) {
    const name = reader.tokens[reader.at++];
    if (name === undefined || !/^[\w*-]+$/.test(name)) throw notFields(fields);
    return new Map([[name, below(reader, fields)]]);
  }
  if (!took(reader, "(")) return "all";
  const mask = selection(reader, fields);
  if (!took(reader, ")")) throw notFields(fields);
  return mask;
}

function took(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.at] !== token) return false;
  reader.at += 1;
  return true;
}

function notFields(fields: string): SyntaxError {
  return new SyntaxError(`Invalid field selection ${fields}`);
}
