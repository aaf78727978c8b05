import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { freePort, Process, root, START } from "./processes.ts";

export type Bench = {
  folder: string;
  url: string;
  database_url: string;
  server: Process;
  /** What a server needs beside its port and its folder. */
  env: Record<string, string>;
  /** Memory a moment after the start, when nothing happens. */
  idle_mib: number;
  yardstick: { url: string; process: Process };
  key: string;
  end(): Promise<void>;
};

// What a start leaves behind is collected by then.
const SETTLE_MS = 10_000;
// The first start after a change builds the application.
const BUILD_MS = 300_000;

export const APP_SECRET = "a secret for figures only, of no use elsewhere";

export function cli(env: Record<string, string>, ...args: string[]): string {
  return execFileSync(process.execPath, ["lib/server/build/run.ts", "cli", ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8",
  }).trim();
}

function buildYardstick(): void {
  const folder = join(root, "tests/bench/baseline");
  if (existsSync(join(folder, ".next/BUILD_ID"))) return;
  execFileSync(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build", folder], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
  });
}

/**
 * A database with the demo page and a large one, our server on it, and the empty Next route handler
 * beside it.
 */
export async function startBench(): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-bench-"));
  buildYardstick();
  const database = await startEmbedded({ dataDir: folder });
  const [port, yardstickPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    APP_SECRET,
    PORT: String(port),
    APP_URL: url,
    ALLOW_PRIVATE_TARGETS: "1",
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_MANAGEMENT: "0",
    LOG_LEVEL: "warn",
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
  };
  const started: Process[] = [];
  const start = (args: string[], more: Record<string, string>) => {
    const process = new Process(args, more);
    started.push(process);
    return process;
  };
  const end = async () => {
    await Promise.all(started.map((process) => process.end()));
    await database.stop();
  };
  try {
    cli(env, "migrate");
    cli(env, "seed", "demo");
    cli(env, "seed", "large", "--services", "478", "--incidents", "10000");
    const server = start(START, env);
    await server.until(`${url}/readyz`, BUILD_MS);
    const file = "tests/bench/baseline/server.mjs";
    const yardstick = start([file, String(yardstickPort)], { NODE_ENV: "production" });
    const yardstickUrl = `http://127.0.0.1:${yardstickPort}/empty`;
    await yardstick.until(yardstickUrl);
    await sleep(SETTLE_MS);
    return {
      folder,
      url,
      database_url: database.url,
      server,
      env,
      idle_mib: server.memory_mib(),
      yardstick: { url: yardstickUrl, process: yardstick },
      key: cli(env, "api-key", "create", "--organization", "1", "--role", "admin"),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
