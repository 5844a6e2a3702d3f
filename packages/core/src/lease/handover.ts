/**
 * A lease on its way from one process to the next, as a string. The giver's handle ends before the string exists, and
 * whoever adopts it is granted the lease anew, under the next token (protocol, handover).
 */
import { leaseName, printable } from "../base/keys.ts";
import type { FencingToken } from "../base/token.ts";
import { isCount, isObject, isText } from "../record/members.ts";
import type { Version } from "../store/store.ts";
import type { Holding } from "./hold.ts";
import { leaseLost, unknownEnd } from "./loss.ts";
import { lossIn } from "./mismatch.ts";
import { renewed } from "./transitions.ts";

/** The very state that was handed over: no other can be adopted with it. */
export interface Handover {
  readonly key: string;
  readonly token: FencingToken;
  readonly version: Version;
  /** Of the write that made that state. */
  readonly id: string;
}

const prefix = "fencepost-handover-1.";

/**
 * Ends the giver's term, waits for a renewal in flight, and writes the record once more, so that its whole ttl is left to
 * whoever adopts it.
 *
 * @throws LeaseLostError if it was lost or released; UnknownOutcomeError if the store was silent: then it runs out by itself.
 *   MisconfiguredError, and it runs out as well. In any case the handle has ended.
 */
export async function handOver(handle: { throwIfLost(): void }, { term, cell }: Holding): Promise<string> {
  handle.throwIfLost();
  const held = cell.state.record;
  // Before the string: a giver that works on would do so beside whoever adopts it.
  term.lose("handed-over");
  const outcome = await cell.write(renewed, { deadline: term.patience });
  const { key, token } = term.granted;
  if (outcome.kind === "unknown") throw unknownEnd(term.granted, "handing over", outcome.cause);
  if (outcome.kind !== "written") {
    const { reason, ...details } = lossIn(token, held.state, outcome);
    throw leaseLost(term.granted, reason, details);
  }
  const { version, record } = outcome.state;
  return textOf({ key, token, version, id: record.recent[0] ?? "" });
}

/** The URL-safe base64 of its JSON: it may pass through environments, command lines and states of workflows. */
function textOf(handover: Handover): string {
  const bytes = new TextEncoder().encode(JSON.stringify(handover));
  const base64 = btoa(String.fromCharCode(...bytes));
  return prefix + base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @throws TypeError for anything but what `handOver` gave. */
export function handoverFrom(text: unknown): Handover {
  const read =
    typeof text === "string" && text.startsWith(prefix) ? parsed(text.slice(prefix.length)) : undefined;
  if (!isHandover(read)) {
    const given = typeof text === "string" ? `"${printable(text.slice(0, 40))}"` : `of type ${typeof text}`;
    throw new TypeError(
      `what is to be adopted is ${given}; give the whole string that lease.handOver() gave, by this version or a newer one`,
    );
  }
  leaseName(read.key);
  return read;
}

function parsed(base64: string): unknown {
  try {
    const binary = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (byte) => byte.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isHandover(value: unknown): value is Handover {
  return (
    isObject(value) &&
    isText(value["key"]) &&
    isCount(1)(value["token"]) &&
    isText(value["version"]) &&
    isText(value["id"])
  );
}
