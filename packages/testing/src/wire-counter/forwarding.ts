/** Passes HTTP exchanges through unchanged: one connection to the server for each connection of a client. */
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

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

  /** Forwards a request and its answer, and says the answer's status when it comes. */
  forward(incoming: IncomingMessage, outgoing: ServerResponse, answered: (status: number) => void): void {
    const breakOff = (): void => void this.#client.destroy();
    this.#exchange = outgoing;
    const upstream = request({
      agent: this.#agent,
      host: this.#origin.hostname,
      port: this.#origin.port || 80,
      method: incoming.method,
      path: incoming.url,
      headers: withLength(incoming),
      setHost: false,
    });
    upstream.once("socket", (socket) => {
      if (!upstream.reusedSocket) socket.once("close", () => this.#serverWentAway());
    });
    upstream.on("error", breakOff);
    upstream.on("response", (response) => {
      const status = response.statusCode ?? 0;
      answered(status);
      outgoing.sendDate = false;
      outgoing.writeHead(status, response.statusMessage, response.rawHeaders);
      response.on("error", breakOff).pipe(outgoing);
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

/** A request with neither header has no body (RFC 9112, section 6.3); Node would send an empty chunked one. */
function withLength({ method = "", rawHeaders }: IncomingMessage): string[] {
  const framed = rawHeaders.some(
    (name, at) => at % 2 === 0 && /^(content-length|transfer-encoding)$/i.test(name),
  );
  const bare = framed || /^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method);
  return bare ? rawHeaders : [...rawHeaders, "Content-Length", "0"];
}
