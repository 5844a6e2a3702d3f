/** One request's way through a server, past every fault that strikes it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "@fencepost/core";
import type { ServerAction } from "../faults/fault-action.ts";
import type { FaultDeck } from "../faults/fault-deck.ts";
import { afterWait, type Landing } from "../faults/hold.ts";
import { record } from "../scripted-server/recorded-request.ts";
import { send } from "./answering.ts";
import type { ObjectState, Pending } from "./object-state.ts";
import type { Answer, Asked, Decision, Protocol } from "./protocol.ts";
import type { RequestLog } from "./request-log.ts";

/** What every exchange of one server shares. */
export interface ServerParts<A extends Asked, O> {
  readonly protocol: Protocol<A, O>;
  readonly state: ObjectState<A, O>;
  readonly deck: FaultDeck<ServerAction>;
  readonly log: RequestLog;
  readonly clock: Clock;
  /** Aborts when the server closes: nothing waits any longer then. */
  readonly closing: AbortSignal;
}

/** Rejects if the server closes while the request is kept. */
export async function exchange<A extends Asked, O>(
  parts: ServerParts<A, O>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await record(incoming).catch(() => undefined);
  // The client gave up while it was still sending: there is nothing to decide.
  if (!request) return;
  const asked = parts.protocol.parse(request);
  const faults = parts.deck.draw({ method: request.method, key: asked.key });
  const entry = parts.log.open(request, asked, faults.kinds);
  const pending = { asked, faults, arrival: parts.state.history.revision };

  /** Decides, and gives the client what the faults leave of the answer. */
  const land = async (): Promise<Landing> => {
    const { decided, answer, cost, reaches } = settle(parts, pending);
    Object.assign(entry, { decided, cost });
    if (!reaches) response.destroy();
    else if (send(response, answer, faults, parts.clock.wallMs())) entry.status = answer.status;
    return { status: answer.status };
  };

  const late = faults.of("land-late");
  if (late) response.destroy();
  else if (faults.of("drop")?.when === "before-effect") return void response.destroy();
  const wait = late ?? faults.of("delay");
  await (wait ? afterWait(wait, parts.clock, land, parts.closing) : land());
}

interface Settled extends Pick<Decision<unknown>, "decided" | "answer" | "cost"> {
  /** The client gets the answer, or what is left of it. */
  readonly reaches: boolean;
}

function settle<A extends Asked, O>(parts: ServerParts<A, O>, pending: Pending<A>): Settled {
  const { protocol, state, clock } = parts;
  const { asked, faults } = pending;
  const instead = faults.of("answer");
  const failure = instead && protocol.fail(asked, instead.status);
  const bare = instead?.body === false;
  if (failure && instead.when !== "after-effect") {
    return { ...failure, answer: worded(failure.answer, bare), reaches: true };
  }
  const decision = state.decide(pending, clock.wallMs());
  if (failure) {
    return { ...failure, decided: decision.decided, answer: worded(failure.answer, bare), reaches: true };
  }
  return { ...decision, reaches: faults.of("drop") === undefined };
}

/** Without its body, as a balancer in front of the store would answer. */
function worded(answer: Answer, bare: boolean): Answer {
  return bare ? { status: answer.status, headers: {} } : answer;
}
