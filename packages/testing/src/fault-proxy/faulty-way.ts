/** One request on its way through faults: which of them strike it, in which order. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "@fencepost/core";
import type { ProxyAction } from "../faults/fault-action.ts";
import type { DrawnFaults } from "../faults/fault-deck.ts";
import { afterWait, type Landing } from "../faults/hold.ts";
import type { ConnectionRefusal } from "./connection-refusal.ts";
import { exchange, give, giveHalf, type WholeAnswer, wholeRequest } from "./whole-exchange.ts";

export interface Way {
  readonly origin: URL;
  readonly clock: Clock;
  readonly refusal: ConnectionRefusal;
  /** Aborts when the proxy is closed. */
  readonly closing: AbortSignal;
}

/**
 * Takes the request through its faults.
 *
 * @param answered told the status that the server gave, whether or not the client hears it
 */
export async function faultyWay(
  way: Way,
  faults: DrawnFaults<ProxyAction>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answered: (status: number) => void,
): Promise<void> {
  const { origin, clock, closing } = way;
  const request = await wholeRequest(incoming);
  const land = async (): Promise<WholeAnswer> => {
    const answer = await exchange(origin, request, closing);
    answered(answer.status);
    return answer;
  };
  const go = async (): Promise<WholeAnswer | Landing> => {
    if (await strikesBeforeEffect(way, faults, outgoing)) return { status: undefined };
    const late = faults.of("land-late");
    if (!late) return land();
    outgoing.destroy();
    return afterWait(late, clock, land, closing);
  };
  const delay = faults.of("delay");
  const landed = await (delay ? afterWait(delay, clock, go, closing) : go());
  // An answer for a client whose connection is closed goes nowhere.
  if (!("body" in landed)) return;
  if (faults.of("drop")) outgoing.destroy();
  else if (faults.of("cut")) giveHalf(landed, outgoing);
  else give(landed, outgoing);
}

/** Whether the server never hears of the request. */
async function strikesBeforeEffect(
  { clock, refusal, closing }: Way,
  faults: DrawnFaults<ProxyAction>,
  outgoing: ServerResponse,
): Promise<boolean> {
  if (faults.of("drop")?.when === "before-effect") {
    outgoing.destroy();
    return true;
  }
  const refused = faults.of("refuse-connections");
  if (!refused) return false;
  const accept = await refusal.refuse();
  clock.sleep(refused.ms, closing, { background: true }).then(accept, () => {});
  return true;
}
