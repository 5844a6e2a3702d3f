/** Passes HTTP exchanges through unchanged: one connection to the server for each connection of a client. */
import { Agent, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { requestTo } from "./upstream.ts";

/** One client's connection with the one that belongs to it; they end together. */
export class ForwardedConnection {
  readonly #origin: URL;
  readonly #client: Socket;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #exchange: ServerResponse | undefined;

  constructor(origin: URL, client: Socket) {
    this.#origin = origin;
    this.#client = client;
    client.once("close", () => this.#agent.destroy());
  }

  /** Says which exchange the client waits for, if another than `forward` serves it. */
  occupy(outgoing: ServerResponse): void {
    this.#exchange = outgoing;
  }

  /** Ends both, at once. */
  breakOff(): void {
    this.#client.destroy();
  }

  /** Forwards a request and its answer, and says the answer's status when it comes. */
  forward(incoming: IncomingMessage, outgoing: ServerResponse, answered: (status: number) => void): void {
    this.occupy(outgoing);
    const upstream = requestTo(this.#origin, incoming, this.#agent);
    upstream.once("socket", (socket) => {
      if (!upstream.reusedSocket) socket.once("close", () => this.#serverWentAway());
    });
    upstream.on("error", () => this.breakOff());
    upstream.on("response", (response) => {
      const status = response.statusCode ?? 0;
      answered(status);
      outgoing.sendDate = false;
      outgoing.writeHead(status, response.statusMessage, response.rawHeaders);
      response.on("error", () => this.breakOff()).pipe(outgoing);
    });
    // A client that goes away takes its request along; pipe() alone would leave the server waiting for the rest.
    outgoing.once("close", () => outgoing.writableFinished || upstream.destroy());
    incoming.on("error", () => upstream.destroy()).pipe(upstream);
  }

  /** Between two exchanges the client must learn of it now. Within one, the exchange itself ends or breaks. */
  #serverWentAway(): void {
    if (this.#exchange?.writableFinished) this.#client.destroySoon();
  }
}
