import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { readPidFile, stopPostmaster } from "#db/embedded/postmaster.ts";
import { run } from "./run.ts";
import { startServer, type TestServer } from "./server.ts";

/** A data directory for servers that bring their own PostgreSQL, durable as it is for operators. */
export type EmbeddedHome = {
  dataDir: string;
  start(port?: number): Promise<TestServer>;
  /** The process id of its PostgreSQL, which outlives a server that is killed. */
  postmaster(): Promise<number | null>;
  /** Ends its PostgreSQL. */
  stop(): Promise<void>;
};

export async function makeEmbeddedHome(): Promise<EmbeddedHome> {
  const dataDir = await mkdtemp(join(run().folder, "home-"));
  const cluster = join(dataDir, "postgres");
  const postmaster = async () => (await readPidFile(cluster))?.pid ?? null;
  return {
    dataDir,
    start: (port) => startServer({ databaseUrl: "", dataDir, port }),
    postmaster,
    async stop() {
      const pid = await postmaster();
      if (pid !== null) await stopPostmaster(cluster, pid);
    },
  };
}
