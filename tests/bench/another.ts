import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Bench } from "./bench.ts";
import { freePort, Process, START } from "./processes.ts";

type Another = { url: string; server: Process; end(): Promise<void> };

/** Starts one more server on the same database, with a folder of its own, and does not wait. */
export async function another(bench: Bench, more: Record<string, string> = {}): Promise<Another> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folder = await mkdtemp(join(bench.folder, "another-"));
  const own = { PORT: String(port), APP_URL: url, DATA_DIR: folder, WORKER: "off" };
  const server = new Process(START, { ...bench.env, ...own, ...more });
  return {
    url,
    server,
    end: async () => {
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
