import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { lchown, lstat, mkdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedError, explain, failure } from "#lib/platform/postgres/errors.ts";
import { type Postmaster, readPidFile } from "#lib/platform/postgres/postmaster.ts";
import type { Program } from "#lib/platform/postgres/program.ts";

const ATTEMPTS = 10;
const MAX_LOG_BYTES = 1_000_000;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;
const NO_SOCKET = /could not create any Unix-domain sockets/;
const STILL_IN_USE = /still in use/;
const HELD_BY_ANOTHER = /lock file "postmaster\.pid" (already exists|is empty)/;
const ROOM_BYTES = 1_000_000;

const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  max_connections: "100",
  shared_buffers: "96MB",
  wal_level: "replica",
  max_wal_senders: "2",
  fsync: "on",
  synchronous_commit: "on",
  max_logical_replication_workers: "0",
  log_checkpoints: "off",
  log_min_error_statement: "fatal",
  jit: "off",
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string")
    throw new EmbeddedError("No free port on 127.0.0.1");
  return address.port;
}

// Detached and logging to a file: survives a kill -9 of this process and ignores Ctrl-C.
function start(
  program: Program,
  cluster: string,
  logFile: string,
  settings: Record<string, string>,
): ChildProcess {
  const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const { file, args, options: how } = program.command("postgres", ["-D", cluster, ...options]);
  const output = openSync(logFile, "a", 0o600);
  try {
    const child = spawn(file, args, { ...how, detached: true, stdio: ["ignore", output, output] });
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

async function trimLog(logFile: string): Promise<number> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }));
  if (size < MAX_LOG_BYTES) return size;
  await truncate(logFile);
  return 0;
}

async function readiness(cluster: string, child: ChildProcess): Promise<Postmaster | null> {
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await readPidFile(cluster);
    if (postmaster?.pid === child.pid && postmaster?.ready) return postmaster;
    await sleep(20);
  }
  return null;
}

// On a full disk PostgreSQL cannot write down what is wrong.
async function requireRoom(home: string): Promise<void> {
  const file = join(home, `room.${process.pid}`);
  try {
    await writeFile(file, Buffer.alloc(ROOM_BYTES), { flush: true });
  } catch (error) {
    throw explain(home, error);
  } finally {
    await rm(file, { force: true });
  }
}

/** Processes that know the last address find the database there again. */
export async function lastPort(cluster: string): Promise<string | undefined> {
  const command = await readFile(join(cluster, "postmaster.opts"), "utf8").catch(() => "");
  return /"port=(\d+)"/.exec(command)?.[1];
}

/**
 * Recovery after a crash may take its time.
 * @returns null when another process was faster
 * @throws {EmbeddedError} with PostgreSQL's own complaint
 */
export async function launch(
  home: string,
  program: Program,
  settings: Record<string, string>,
): Promise<Postmaster | null> {
  const cluster = join(home, "postgres");
  const logFile = join(home, "postgres.log");
  const before = await trimLog(logFile);
  let port = (await lastPort(cluster)) ?? String(await freePort());
  let folder = await makeSocketFolder(home, program);
  for (let attempt = 1; ; attempt++) {
    const all = { port, unix_socket_directories: folder, ...settings };
    // A killed process's id may be reused: only postmaster.pid says who runs.
    const lock = join(all.unix_socket_directories, `.s.PGSQL.${all.port}.lock`);
    if (all.unix_socket_directories) await rm(lock, { force: true });
    const child = start(program, cluster, logFile, all);
    const failed = once(child, "error").then(([error]) => Promise.reject(explain(home, error)));
    const postmaster = await Promise.race([readiness(cluster, child), failed]);
    if (postmaster) return postmaster;
    const output = (await readFile(logFile)).subarray(before).toString();
    if (HELD_BY_ANOTHER.test(output)) return null;
    const isTaken = PORT_TAKEN.test(output);
    const mayGoWithout = folder !== "" && settings.unix_socket_directories === undefined;
    const hasNoSocket = mayGoWithout && NO_SOCKET.test(output);
    if (attempt === ATTEMPTS || !(isTaken || hasNoSocket || STILL_IN_USE.test(output))) {
      await requireRoom(home);
      throw failure(home, `The database does not start (see ${logFile})`, output);
    }
    if (isTaken) port = String(await freePort());
    if (hasNoSocket) folder = "";
    await sleep(200 * attempt);
  }
}

/** The longest socket path that every system allows, in bytes. */
const MAX_SOCKET_BYTES = 103;

/** Some file systems have no sockets, or mounts on which nobody can connect. */
async function tryOut(socket: string): Promise<void> {
  const server = createServer((peer) => peer.destroy()).listen(socket);
  try {
    await once(server, "listening");
    const client = connect(socket);
    await once(client, "connect").finally(() => client.destroy());
  } finally {
    server.close();
    await rm(socket, { force: true });
  }
}

/** Costs a quarter less processor time than TCP. @returns "" where it cannot be used */
async function makeSocketFolder(home: string, { owner }: Program): Promise<string> {
  const folder = join(home, "postgres.socket");
  const isTooLong = Buffer.byteLength(join(folder, ".s.PGSQL.65535.lock")) > MAX_SOCKET_BYTES;
  // PostgreSQL reads a comma-separated list.
  if (process.platform === "win32" || isTooLong || folder.includes(",")) return "";
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await lstat(folder)).isDirectory()) return "";
    if (owner) await lchown(folder, owner.uid, owner.gid);
    await tryOut(join(folder, `try-${process.pid}`));
    return folder;
  } catch {
    return "";
  }
}
