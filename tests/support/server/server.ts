import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { checkAgainstDocument } from "#tests/support/http/contract.ts";
import { type Request, type Response, request } from "#tests/support/http/http.ts";
import { ownEnv } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { run } from "#tests/support/server/run.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 15_000;

export type ServerOptions = {
  databaseUrl: string;
  /** Environment variables on top of the usual ones. */
  env?: Record<string, string>;
  /** Usual ones that it is not given. */
  without?: string[];
  port?: number;
  dataDir?: string;
  /** What makes it ready: all of it (`/readyz`), or all but its database (`/healthz`). */
  readyAt?: "/readyz" | "/healthz";
};

type ProcessName = "front" | "app" | "worker";

export type TestServer = {
  /** `http://localhost:<port>`, also its APP_URL. */
  url: string;
  port: number;
  /** Where it speaks HTTPS: with `HTTPS_PORT: "own"` in its environment. */
  https_port: number;
  pid: number;
  dataDir: string;
  /** Where a page is: `http://<subdomain>.localhost:<port>`. */
  pageUrl(subdomain: string): string;
  /**
   * A request to the server itself (API, admin, health). An answer of the API that is not as the
   * OpenAPI document has it throws.
   */
  request(path: string, options?: Request): Promise<Response>;
  /** A visitor's request to a page. */
  visit(subdomain: string, path?: string, options?: Request): Promise<Response>;
  /** The id of one of its processes; 0 while that does not run. On Linux only. */
  pidOf(process: ProcessName): number;
  /** The ids of all of a kind that run. On Linux only. */
  pidsOf(process: ProcessName): number[];
  /** What it printed so far. */
  output(): string;
  /**
   * Ends it, by SIGTERM unless told otherwise, and waits until it is gone.
   * @returns its exit code; null when a signal ended it
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

async function ready(
  port: number,
  path: string,
  child: ChildProcess,
  output: () => string,
): Promise<void> {
  const until = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < until) {
    const answer = await request(port, "localhost", "/readyz").catch(() => null);
    const isUp = path === "/readyz" ? answer?.status === 200 : answer?.text.includes('"app":true');
    if (isUp) return;
    await sleep(50);
  }
  child.kill("SIGKILL");
  throw new Error(`The server did not get ready:\n${output()}`);
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, "exit");
  child.kill(signal);
  const hard = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await gone;
  clearTimeout(hard);
  return child.exitCode;
}

function pidsOf(build: string, parent: number, name: ProcessName): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").split(" ");
  const file = programFile(name, build);
  const runs = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(file);
    } catch {
      return false;
    }
  };
  return children.filter((pid) => pid !== "" && runs(pid)).map(Number);
}

/** Starts a server process as an operator would, and waits until it is ready. */
export async function startServer(options: ServerOptions): Promise<TestServer> {
  const port = options.port ?? (await ownPort());
  const dataDir = options.dataDir ?? (await mkdtemp(join(run().folder, "server-")));
  const url = `http://localhost:${port}`;
  const env = ownEnv({
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_HTTP_PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl,
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_MANAGEMENT: "0",
    LOG_LEVEL: "error",
    ...options.env,
  });
  const https_port = env.HTTPS_PORT === "own" ? await ownPort() : Number(env.HTTPS_PORT ?? 0);
  if (https_port > 0) {
    env.HTTPS_PORT = String(https_port);
    env.PUBLIC_HTTPS_PORT ??= String(https_port);
  }
  for (const name of options.without ?? []) delete env[name];
  const build = buildFolder();
  const logFile = `${dataDir}-${port}.log`;
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, ["server.ts"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const pidFile = `${dataDir}.pid`;
  writeFileSync(pidFile, String(child.pid));
  const output = () => readFileSync(logFile, "utf8");
  await ready(port, options.readyAt ?? "/readyz", child, output);
  return {
    url,
    port,
    https_port,
    pid: child.pid ?? 0,
    dataDir,
    pageUrl: (subdomain) => `http://${subdomain}.localhost:${port}`,
    request: async (path, how) => {
      const answer = await request(port, `localhost:${port}`, path, how);
      checkAgainstDocument(how?.method ?? "GET", path, answer);
      return answer;
    },
    visit: (subdomain, path = "/", how) =>
      request(port, `${subdomain}.localhost:${port}`, path, how),
    pidOf: (name) => pidsOf(build, child.pid ?? 0, name)[0] ?? 0,
    pidsOf: (name) => pidsOf(build, child.pid ?? 0, name),
    output,
    stop: async (signal = "SIGTERM") => {
      const code = await stop(child, signal);
      rmSync(pidFile, { force: true });
      return code;
    },
  };
}
