import type { SimulatedWrite } from "../../engine/program.ts";

/** What is written in a document. */
export interface Content {
  /** The call that wrote it; each has a name of its own. */
  readonly call: string;
  /** What its writer knew to stand there, one of these; `undefined`: it had not looked. `null`: no value. */
  readonly onto?: readonly (string | null)[] | undefined;
}

/** A state of a document as its bytes and metadata show it. */
export interface MarkedWrite {
  /** Of the write. */
  readonly id: string | undefined;
  /** `undefined`: it is not fenced. */
  readonly token: number | undefined;
  readonly state: "value" | "empty" | "deleted";
  readonly call: string | null;
  readonly onto: readonly (string | null)[] | undefined;
}

export function markedWrite({ body, metadata }: SimulatedWrite): MarkedWrite {
  const text = new TextDecoder().decode(body);
  const value = text === "" ? {} : JSON.parse(text);
  const besides = metadata["fencepost-fence"];
  const mark = besides === undefined ? value._fencepost : JSON.parse(besides);
  const { token, state = "value", recent = metadata["fencepost-recent"]?.split(",") } = mark ?? {};
  return { id: recent?.[0], token, state, call: value.call ?? null, onto: value.onto };
}
