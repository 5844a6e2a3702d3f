import type { SimulatedWrite } from "../../engine/program.ts";

/** What the book needs of a record. */
export interface WrittenRecord {
  readonly token: number;
  readonly state: "held" | "free";
  /** The call that it was written for. */
  readonly call: string | undefined;
}

export function writtenRecord({ body }: SimulatedWrite): WrittenRecord & { readonly id: string } {
  const { token, state, note, recent } = JSON.parse(new TextDecoder().decode(body));
  return { token, state, call: note, id: recent[0] };
}
