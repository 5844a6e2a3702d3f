/** A server that somebody else runs, named in the environment. */
import { untilReady } from "./ready.ts";
import { defaultRegion, NotThisWay, type RealServer, type ServerKind, serverVariable } from "./server.ts";

/**
 * @throws NotThisWay if no endpoint is named. One that is named and silent is an error: nobody falls back from what
 *   was asked for by name.
 */
export async function endpointServer(kind: ServerKind): Promise<RealServer> {
  const named = serverVariable(kind, "ENDPOINT");
  const variable = `FENCEPOST_${kind.variable}_ENDPOINT`;
  if (!named) throw new NotThisWay(`${variable} is not set`);

  const endpoint = named.replace(/\/+$/, "");
  const answer = await untilReady(endpoint, { accept: () => true, limitMs: 15_000 });
  return {
    kind,
    endpoint,
    region: serverVariable(kind, "REGION") ?? defaultRegion,
    credentials: {
      accessKey: serverVariable(kind, "ACCESS_KEY") ?? "",
      secretKey: serverVariable(kind, "SECRET_KEY") ?? "",
    },
    how: `endpoint from ${variable}`,
    version: answer.headers.get("server") ?? "of a version that it does not tell",
    life: undefined,
    stop: async () => {},
  };
}
