/** A PostgreSQL of our own: in a temporary folder, reached by a socket in it, and by nobody else. */
import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { type GuardedProcess, startGuarded } from "./guarded-process.ts";
import { NoServerError } from "./server.ts";

const run = promisify(execFile);
const debianFolder = "/usr/lib/postgresql";
const readyLimitMs = 60_000;
const stopLimitMs = 20_000;

export interface Postgres {
  readonly version: string;
  /** How `pg` reaches it: as a superuser, without a password. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** @throws NoServerError if it is not installed. One that is and does not start is an error. */
export async function startPostgres(): Promise<Postgres> {
  const programs = programsFolder();
  const unprivileged = await commandOfAnother();
  const folder = await mkdtemp(join(tmpdir(), "fencepost-postgres-"));
  const data = join(folder, "data");
  const connection = { host: folder, user: "fencepost", database: "postgres" };
  let child: GuardedProcess | undefined;
  try {
    if (unprivileged) await chown(folder, unprivileged.uid, unprivileged.gid);
    const [program = "", ...args] = [
      ...(unprivileged?.command ?? []),
      ...[join(programs, "initdb"), "--pgdata", data, "--username", connection.user],
      ...["--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync"],
    ];
    await run(program, args, { cwd: folder });
    child = start(unprivileged?.command ?? [], join(programs, "postgres"), data, folder);
    const version = await untilAnswers(connection, child);
    const started = child;
    return { version, connection, stop: () => stop(started, folder) };
  } catch (error) {
    await child?.kill();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Without a port: none is free for certain, and a folder that is closed to others needs no password. */
function start(before: readonly string[], postgres: string, data: string, sockets: string): GuardedProcess {
  const settings = ["listen_addresses=", `unix_socket_directories=${sockets}`, "fsync=off"];
  const [program = "", ...args] = [...before, postgres, "-D", data, ...settings.flatMap((it) => ["-c", it])];
  return startGuarded(program, args, {});
}

/** Debian keeps its programs away from PATH. */
function programsFolder(): string {
  const debian = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...debian.map((version) => join(debianFolder, version, "bin")),
  ];
  const found = folders.find((folder) =>
    ["initdb", "postgres"].every((program) => isProgram(join(folder, program))),
  );
  if (found === undefined) {
    throw new NoServerError(
      "PostgreSQL was not found: neither on PATH nor below /usr/lib/postgresql. " +
        "What would help on Debian: apt-get install postgresql (bash .ci/servers does it)",
    );
  }
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
async function commandOfAnother(): Promise<{ command: string[]; uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all(
      ["-u", "-g"].map(async (which) => Number((await run("id", [which, "postgres"])).stdout)),
    );
    const command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
    return { command, uid: uid as number, gid: gid as number };
  } catch (error) {
    throw new NoServerError("PostgreSQL does not run as root, and this machine has no user postgres", {
      cause: error,
    });
  }
}

async function untilAnswers(connection: Postgres["connection"], child: GuardedProcess): Promise<string> {
  const deadline = performance.now() + readyLimitMs;
  for (;;) {
    const client = new pg.Client(connection);
    try {
      await client.connect();
      const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
      return rows[0]?.server_version ?? "of a version that it does not tell";
    } catch (error) {
      if (child.ended.aborted || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start; it said:\n${child.output()}`, { cause: error });
      }
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(100);
  }
}

/** In order, as one that is killed leaves its shared memory behind. */
async function stop(child: GuardedProcess, folder: string): Promise<void> {
  if (!child.ended.aborted) process.kill(child.pid, "SIGINT");
  const deadline = performance.now() + stopLimitMs;
  while (!child.ended.aborted && performance.now() < deadline) await sleep(20);
  await child.kill();
  await rm(folder, { recursive: true, force: true });
}
