import { mkdir, realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { secretIn } from "#lib/platform/crypto/secret-file.ts";
import { ensureCluster } from "#lib/platform/postgres/cluster.ts";
import {
  addressOf,
  ask,
  ensureDatabase,
  ifUnused,
  isEnding,
  type Place,
  use,
} from "#lib/platform/postgres/connection.ts";
import { EmbeddedError, explain, NoRoomError } from "#lib/platform/postgres/errors.ts";
import { freePort, lastPort, launch } from "#lib/platform/postgres/launch.ts";
import {
  disownPidFile,
  isPostmasterOf,
  isRunning,
  type Postmaster,
  readPidFile,
  stopPostmaster,
} from "#lib/platform/postgres/postmaster.ts";
import { findProgram, type Program } from "#lib/platform/postgres/program.ts";

export { EmbeddedError } from "#lib/platform/postgres/errors.ts";

type EmbeddedOptions = {
  dataDir: string;
  onProgress?: (text: string) => void;
  settings?: Record<string, string>;
  /** Tolerates a full disk: `restart` starts the database later. */
  awaitsRoom?: boolean;
};

export type Embedded = {
  url: string;
  created: boolean;
  /** Whether it was already running, after a kill -9 or for another process. */
  adopted: boolean;
  /** Why it does not run yet, where it awaits room. */
  awaited: NoRoomError | null;
  isRunning(): boolean;
  /** Starts it again at the same address. @throws {EmbeddedError} when it cannot run there */
  restart(): Promise<void>;
  /** Stops the database unless another process uses it. */
  stop(): Promise<void>;
};

const SILENCE_MS = 5_000;

async function prepare(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    return await realpath(dataDir);
  } catch (error) {
    throw explain(resolve(dataDir), error);
  }
}

async function readPassword(home: string): Promise<string> {
  const file = join(home, "postgres.password");
  const [cluster, password] = await Promise.all(
    [join(home, "postgres"), file].map((path) => stat(path).catch(() => null)),
  );
  if (cluster && !password)
    throw new EmbeddedError(
      `${file} is missing: the database in ${home} cannot be opened without it`,
    );
  try {
    return secretIn(file);
  } catch (error) {
    throw explain(home, error);
  }
}

type Home = {
  home: string;
  cluster: string;
  program: Program;
  password: string;
  onProgress: (text: string) => void;
};

/** Adopts a postmaster that an earlier process left behind; stops one that does not answer. */
async function adopt({ cluster, password, onProgress }: Home): Promise<Postmaster | null> {
  const since = performance.now();
  for (;;) {
    const postmaster = await readPidFile(cluster);
    if (!postmaster) return null;
    if (!(await isPostmasterOf(cluster, postmaster.pid))) {
      await disownPidFile(cluster, postmaster.pid);
      return null;
    }
    const answer = await ask(cluster, postmaster, password);
    if (answer === "ready") return postmaster;
    if (answer === "refused")
      throw new EmbeddedError(
        `The password in ${cluster}.password does not open the database in ${cluster}`,
      );
    if (answer === "silent" && performance.now() - since > SILENCE_MS) {
      onProgress("Stopping a database process that does not answer");
      await stopPostmaster(cluster, postmaster.pid, SILENCE_MS);
      await disownPidFile(cluster, postmaster.pid);
      return null;
    }
    await sleep(100);
  }
}

async function open(
  at: Home,
  settings: Record<string, string>,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const found = await adopt(at);
  const launched = found ? null : await launch(at.home, at.program, settings);
  const postmaster = found ?? launched ?? (await adopt(at));
  if (!postmaster)
    throw new EmbeddedError(
      `Another process keeps starting and stopping the database in ${at.cluster}`,
    );
  return { postmaster, adopted: postmaster !== launched };
}

type Opened = Place & { pid: number; adopted: boolean; awaited: NoRoomError | null };

const NOBODY = 0;

async function openInTime(
  at: Home,
  settings: Record<string, string>,
  awaitsRoom: boolean,
): Promise<Opened> {
  try {
    const { postmaster, adopted } = await open(at, settings);
    return { ...postmaster, adopted, awaited: null };
  } catch (error) {
    const reason = explain(at.home, error);
    if (!(awaitsRoom && reason instanceof NoRoomError)) throw reason;
    const port = Number((await lastPort(at.cluster)) ?? (await freePort()));
    return { port, socketFolder: "", pid: NOBODY, adopted: false, awaited: reason };
  }
}

type Leave = (last: () => Promise<void>) => Promise<void>;
type Taken = Opened & { created: boolean; leave: Leave };

function isAt({ port, socketFolder }: Postmaster, place: Place): boolean {
  return port === place.port && ["", socketFolder].includes(place.socketFolder);
}

const UNUSED: Leave = async () => {};
const MAX_TRIES = 5;

/** A killed server's leftover may be shutting down right now: then it retries. */
async function take(
  at: Home,
  settings: Record<string, string>,
  awaitsRoom: boolean,
): Promise<Taken> {
  for (let tries = 1; ; tries++) {
    const opened = await openInTime(at, settings, awaitsRoom);
    if (opened.awaited) return { ...opened, created: false, leave: UNUSED };
    try {
      const created = await ensureDatabase(opened, at.password);
      return { ...opened, created, leave: await use(addressOf(opened, at.password)) };
    } catch (error) {
      if (tries === MAX_TRIES || !isEnding(error)) throw error;
    }
  }
}

async function run({
  dataDir,
  onProgress = () => {},
  settings = {},
  awaitsRoom = false,
}: EmbeddedOptions): Promise<Embedded> {
  const home = await prepare(dataDir);
  const cluster = join(home, "postgres");
  const program = findProgram(home, cluster);
  const password = await readPassword(home);
  await ensureCluster(home, program, password, onProgress);
  const at: Home = { home, cluster, program, password, onProgress };
  const taken = await take(at, settings, awaitsRoom);
  const { port, adopted, awaited, created } = taken;
  let { pid, leave } = taken;
  const url = addressOf(taken, password);
  let stopping: Promise<void> | undefined;
  return {
    url,
    created,
    adopted,
    awaited,
    isRunning: () => pid !== NOBODY && isRunning(pid),
    async restart() {
      const place = { port: String(port), unix_socket_directories: taken.socketFolder };
      const again = await open(at, { ...settings, ...place });
      if (!isAt(again.postmaster, taken))
        throw new EmbeddedError(
          `Another process runs the database in ${cluster} at another address`,
        );
      pid = again.postmaster.pid;
      await ensureDatabase(taken, password);
      leave = await use(url);
    },
    stop() {
      stopping ??= leave(() => stopPostmaster(cluster, pid));
      return stopping;
    },
  };
}

/**
 * Starts, adopts or creates the PostgreSQL of a data directory. A kill -9 of this process loses
 * nothing committed.
 * @throws {EmbeddedError} with one line that says why it cannot run here
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await run(options);
  } catch (error) {
    throw explain(resolve(options.dataDir), error);
  }
}

/** Starts nothing. @returns null when no database runs there */
export async function findEmbedded(dataDir: string): Promise<string | null> {
  const home = await realpath(dataDir).catch(() => null);
  if (home === null) return null;
  const cluster = join(home, "postgres");
  const postmaster = await readPidFile(cluster);
  if (!postmaster || !(await isPostmasterOf(cluster, postmaster.pid))) return null;
  const password = secretIn(join(home, "postgres.password"));
  return (await ask(cluster, postmaster, password)) === "ready"
    ? addressOf(postmaster, password)
    : null;
}

export async function stopUnused(dataDir: string): Promise<void> {
  const url = await findEmbedded(dataDir);
  if (url === null) return;
  const cluster = join(resolve(dataDir), "postgres");
  await ifUnused(url, async () => {
    const postmaster = await readPidFile(cluster);
    if (postmaster) await stopPostmaster(cluster, postmaster.pid);
  });
}
