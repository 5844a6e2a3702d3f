/** What every server of this package has in common: where it listens and how it ends. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Loopback {
  readonly server: Server;
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** Cuts what is open and stops listening, so that the system refuses every connection. */
  pause(): Promise<void>;
  /** Listens on the same port again. Nothing if it does already, or is closed. */
  resume(): Promise<void>;
  /** Cuts what is still open and stops listening. A second call gives the first one's answer. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. No connection ends because some time has passed. */
export async function listenOnLoopback(listener: RequestListener): Promise<Loopback> {
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, listener);
  await listening(server, 0);
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  // One step after the other: a port cannot be taken again before it is given back.
  let last: Promise<void> = Promise.resolve();
  const then = (step: () => Promise<void>): Promise<void> => {
    last = last.then(step, step);
    return last;
  };
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    pause: () => then(() => stopped(server)),
    resume: () => then(async () => void (!closed && !server.listening && (await listening(server, port)))),
    close() {
      closed ??= then(() => stopped(server));
      return closed;
    },
  };
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function stopped(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
