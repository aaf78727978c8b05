import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readPidFile, stopPostmaster } from "#lib/platform/postgres/postmaster.ts";
import { APP_SECRET, ownEnv } from "#tests/support/server/env.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { run } from "#tests/support/server/run.ts";
import { type ServerOptions, startServer, type TestServer } from "#tests/support/server/server.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A data directory for servers that bring their own PostgreSQL, durable as it is for operators. */
export type EmbeddedHome = {
  dataDir: string;
  start(port?: number, readyAt?: ServerOptions["readyAt"]): Promise<TestServer>;
  /** Starts a server and kills it some time after it printed a text. */
  killWhen(printed: RegExp, after_ms: number): Promise<void>;
  /** The process id of its PostgreSQL, which outlives a server that is killed. */
  postmaster(): Promise<number | null>;
  /** Ends its PostgreSQL. */
  stop(): Promise<void>;
};

async function killWhen(dataDir: string, printed: RegExp, after_ms: number): Promise<void> {
  const env = ownEnv({ PORT: String(await ownPort()), DATA_DIR: dataDir });
  const child = spawn(process.execPath, ["server.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "exit");
  let output = "";
  const seen = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
      if (printed.test(output)) seen.resolve();
    });
  }
  await Promise.race([seen.promise, gone]);
  await after(after_ms);
  child.kill("SIGKILL");
  await gone;
}

/** A process of a connection may have ended since it was listed. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Sends a signal to every process of the PostgreSQL of a data directory. */
export async function signalDatabase(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await readPidFile(join(dataDir, "postgres"));
  if (!postmaster) throw new Error(`no PostgreSQL runs in ${dataDir}`);
  const { stdout } = spawnSync("pgrep", ["-P", String(postmaster.pid)], { encoding: "utf8" });
  process.kill(postmaster.pid, signal);
  for (const child of stdout.split("\n").filter(Boolean)) signalIfThere(Number(child), signal);
}

function homeIn(dataDir: string): EmbeddedHome {
  const cluster = join(dataDir, "postgres");
  const postmaster = async () => (await readPidFile(cluster))?.pid ?? null;
  return {
    dataDir,
    start: (port, readyAt) => startServer({ databaseUrl: "", dataDir, port, readyAt }),
    killWhen: (printed, after_ms) => killWhen(dataDir, printed, after_ms),
    postmaster,
    async stop() {
      const pid = await postmaster();
      if (pid !== null) await stopPostmaster(cluster, pid);
    },
  };
}

export async function makeEmbeddedHome(): Promise<EmbeddedHome> {
  return homeIn(await mkdtemp(join(run().folder, "home-")));
}

/** Made once in a run: a first start takes thrice what another one takes. */
async function originalOfUsed(): Promise<string> {
  const original = join(run().folder, "used");
  if (existsSync(original)) return original;
  const { dataDir, start } = await makeEmbeddedHome();
  await writeFile(join(dataDir, "secret"), APP_SECRET, { mode: 0o600 });
  const server = await start();
  await looksUntil(async () => existsSync(join(dataDir, "welcomed")));
  await server.stop();
  // Each copy finds a port of its own.
  await rm(join(dataDir, "postgres", "postmaster.opts"));
  // Another worker may have been faster: its original is as good.
  await rename(dataDir, original).catch(() => rm(dataDir, { recursive: true }));
  return original;
}

/** Puts there what a server leaves that filled its database with the demo and ended in order. */
export async function fillHome({ dataDir }: EmbeddedHome): Promise<void> {
  const args = ["-Rp", `${await originalOfUsed()}/.`, dataDir];
  const { status, stderr } = spawnSync("cp", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** A filled data directory, with the usual secret: for what is not about a first start. */
export async function makeUsedHome(): Promise<EmbeddedHome> {
  const home = await makeEmbeddedHome();
  await fillHome(home);
  return home;
}
