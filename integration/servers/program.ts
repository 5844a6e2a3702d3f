/** A server as a program of this machine: from PATH, from the cache, or built once. */
import { execFile } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newCredentials } from "./credentials.ts";
import { type GuardedProcess, startGuarded } from "./guarded-process.ts";
import { untilReady } from "./ready.ts";
import { defaultRegion, NotThisWay, type RealServer, type ServerKind } from "./server.ts";

const run = promisify(execFile);
const installer = fileURLToPath(new URL("./install.sh", import.meta.url));
const installLimitMs = 15 * 60_000;
const readyLimitMs = 30_000;
const startsMax = 3;

interface Program {
  readonly path: string;
  readonly version: string;
}

/** A server whose data can be brought back as they were. */
export interface RestorableServer extends RealServer {
  /** Keeps a copy of its data as they are now. It stops for that, and then listens where it did. */
  copy(): Promise<void>;
  /** Its machine fails, and another takes its place, whose disk is that copy. */
  restore(): Promise<void>;
}

/** @throws NotThisWay if the program is nowhere and cannot be built. One that is there and does not start is an error. */
export async function programServer(kind: ServerKind): Promise<RestorableServer> {
  const program = (await onPath(kind.program)) ?? (await installed(kind.program));
  const credentials = newCredentials();
  const dataFolder = await mkdtemp(join(tmpdir(), `fencepost-${kind.program}-`));
  try {
    const { endpoint, port, child: first } = await start(kind, program, dataFolder, credentials);
    let child = first;
    const offline = async (what: () => Promise<unknown>): Promise<void> => {
      await child.kill();
      await what();
      ({ child } = await start(kind, program, dataFolder, credentials, port));
    };
    const copyFolder = `${dataFolder}.copy`;
    return {
      kind,
      endpoint,
      region: defaultRegion,
      credentials,
      how: `program ${program.path}`,
      version: program.version,
      life: first,
      // With what file systems keep beside the bytes: fake-gcs-server has its metadata there.
      copy: () => offline(() => run("cp", ["-a", dataFolder, copyFolder])),
      restore: () =>
        offline(async () => {
          await rm(dataFolder, { recursive: true });
          await run("cp", ["-a", copyFolder, dataFolder]);
        }),
      async stop() {
        await child.kill();
        for (const folder of [dataFolder, copyFolder]) await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(dataFolder, { recursive: true, force: true });
    throw error;
  }
}

/** Another process may take the free port before the server does, so an early end is tried again on another port. */
async function start(
  kind: ServerKind,
  program: Program,
  dataFolder: string,
  credentials: RealServer["credentials"],
  wantedPort?: number,
): Promise<{ endpoint: string; port: number; child: GuardedProcess }> {
  for (let attempt = 1; ; attempt++) {
    const host = "127.0.0.1";
    const port = wantedPort ?? (await freePort());
    const { args, environment } = kind.launch({ host, port, dataFolder, credentials });
    const child = startGuarded(program.path, args, environment);
    const endpoint = `http://${host}:${port}`;
    try {
      await untilReady(endpoint + kind.healthPath, { limitMs: readyLimitMs, signal: child.ended });
      return { endpoint, port, child };
    } catch (error) {
      await child.kill();
      if (!child.endedByItself || attempt === startsMax) {
        throw new Error(`${program.path} did not start (${attempt} tries); it said:\n${child.output()}`, {
          cause: error,
        });
      }
    }
  }
}

async function onPath(name: string): Promise<Program | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      continue;
    }
    return { path, version: await toldVersion(path) };
  }
  return undefined;
}

/** fake-gcs-server has no such option and ends with an error, which is no reason not to use it. */
async function toldVersion(path: string): Promise<string> {
  try {
    const { stdout } = await run(path, ["--version"], { timeout: 10_000 });
    return /\bv?\d[\w.-]*|DEVELOPMENT\S*/.exec(stdout)?.[0] ?? "of a version that it does not tell";
  } catch {
    return "of a version that it does not tell";
  }
}

async function installed(name: string): Promise<Program> {
  try {
    const { stdout } = await run("sh", [installer, name], { timeout: installLimitMs });
    const path = stdout.trim();
    return {
      path,
      version: (await readFile(`${path}.version`, "utf8").catch(() => "")).trim() || "of an unknown version",
    };
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new NotThisWay((stderr?.trim() || message).split("\n").slice(-2).join(" "));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}
