/** The one order in which a server is looked for, and the words that say how it was got or why it was not. */
import { containerServer } from "./container.ts";
import { endpointServer } from "./endpoint.ts";
import { programServer } from "./program.ts";
import { NoServerError, NotThisWay, type RealServer, type ServerKind } from "./server.ts";

type Way = "endpoint" | "container" | "program";

const ways: Readonly<Record<Way, (kind: ServerKind) => Promise<RealServer>>> = {
  endpoint: endpointServer,
  container: containerServer,
  program: programServer,
};

/**
 * An endpoint from the environment, else a container, else a native program.
 *
 * `FENCEPOST_SERVERS_FROM` narrows or reorders that: a comma-separated list of `endpoint`, `container`, `program`.
 *
 * @throws NoServerError if none of these ways led to a server; its message says why, and what would help
 */
export async function startServer(kind: ServerKind): Promise<RealServer> {
  const reasons: string[] = [];
  for (const way of wantedWays()) {
    try {
      const server = await ways[way](kind);
      announce(server, reasons);
      return server;
    } catch (error) {
      if (!(error instanceof NotThisWay)) throw error;
      reasons.push(`${way}: ${error.message}`);
    }
  }
  throw new NoServerError(
    `${kind.name} was not found:\n  ${reasons.join("\n  ")}\n` +
      `What would help: sh integration/servers/install.sh ${kind.program}`,
  );
}

function wantedWays(): readonly Way[] {
  const wanted = process.env["FENCEPOST_SERVERS_FROM"] || "endpoint,container,program";
  return wanted.split(",").map((name) => {
    if (Object.hasOwn(ways, name)) return name as Way;
    throw new RangeError(
      `FENCEPOST_SERVERS_FROM names "${name}"; it takes a comma-separated list of ${Object.keys(ways).join(", ")}`,
    );
  });
}

function announce(server: RealServer, reasons: readonly string[]): void {
  const instead = reasons.filter((reason) => !reason.startsWith("endpoint:"));
  const why = instead.length > 0 ? ` (not by ${instead.join("; not by ")})` : "";
  console.log(`real server: ${server.kind.name} ${server.version}, ${server.how}${why}`);
}
