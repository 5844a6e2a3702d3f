/** A fault proxy before a server that answers as it is told, for its tests. */
import type { Clock } from "@fencepost/core";
import { type FaultProxy, type FaultProxyOptions, startFaultProxy } from "../src/fault-proxy/fault-proxy.ts";
import type { ScriptedStep } from "../src/scripted-server/script.ts";
import { type ScriptedServer, startScriptedServer } from "../src/scripted-server/scripted-server.ts";
import { createWorld, type World } from "../src/world/world.ts";

/** Both are closed with it. */
export interface ProxiedServer extends AsyncDisposable {
  readonly server: ScriptedServer;
  readonly proxy: FaultProxy;
}

export async function before(
  steps: readonly ScriptedStep[],
  options?: FaultProxyOptions,
): Promise<ProxiedServer> {
  const server = await startScriptedServer(steps);
  const proxy = await startFaultProxy(server.url, options);
  return {
    server,
    proxy,
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await server.close();
    },
  };
}

export const put = (proxy: FaultProxy, body = "record"): Promise<Response> =>
  fetch(`${proxy.url}/b/k`, { method: "PUT", headers: { "If-Match": '"e"' }, body });

/** Virtual time, and a promise for the moment at which the proxy first waits for it. */
export function virtual(): { world: World; clock: Clock; waits: Promise<void> } {
  const world = createWorld();
  const { clock } = world.process("proxy");
  let tell = (): void => {};
  const waits = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const told: Clock = {
    monotonicMs: () => clock.monotonicMs(),
    wallMs: () => clock.wallMs(),
    sleep(ms, signal) {
      tell();
      return clock.sleep(ms, signal);
    },
  };
  return { world, clock: told, waits };
}

/** What the server was sent, in the order of its arrival. */
export const bodies = (server: ScriptedServer): string[] => server.requests.map(({ text }) => text);
