/** What every server of this package has in common: where it listens and how it ends. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Loopback {
  readonly server: Server;
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** Cuts what is still open and stops listening. A second call gives the first one's answer. */
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. No connection ends because some time has passed. */
export async function listenOnLoopback(listener: RequestListener): Promise<Loopback> {
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    server,
    url: `http://127.0.0.1:${port}`,
    close() {
      closed ??= new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      });
      return closed;
    },
  };
}
