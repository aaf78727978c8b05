import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { certify } from "#tests/support/data/certificates.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { run } from "#tests/support/server/run.ts";

const VERSION = "v2.10.1";
const MODULE = `github.com/letsencrypt/pebble/v2/cmd/pebble@${VERSION}`;
const INSTALL_MS = 240_000;
const START_MS = 10_000;

const execute = promisify(execFile);

async function go(...words: string[]): Promise<string> {
  const { stdout } = await execute("go", words, { timeout: INSTALL_MS });
  return stdout.trim();
}

/** Pebble, the authority for tests; installed where Go is. null: there is no Go. */
export async function findPebble(): Promise<string | null> {
  const folder = await go("env", "GOPATH").catch(() => null);
  if (folder === null) return null;
  const program = join(folder, "bin", "pebble");
  const built = await go("version", "-m", program).catch(() => "");
  if (!built.includes(VERSION)) await go("install", MODULE);
  return program;
}

type Ports = { http: number; tls: number; dns: string };

/** The authority for tests, as its own process; refuses every tenth good nonce. */
export class Pebble {
  readonly ca: string;
  readonly #port: number;
  readonly #management: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ca: string, ports: [number, number]) {
    this.#child = child;
    this.ca = ca;
    [this.#port, this.#management] = ports;
  }

  /** @param ports where it looks at names, and the name server by which it finds them */
  static async open(program: string, { http, tls, dns }: Ports): Promise<Pebble> {
    const folder = await mkdtemp(join(run().folder, "pebble-"));
    const own = certify({ host: "127.0.0.1" });
    const ports: [number, number] = [await ownPort(), await ownPort()];
    const file = (name: string) => join(folder, name);
    const pebble = {
      listenAddress: `127.0.0.1:${ports[0]}`,
      managementListenAddress: `127.0.0.1:${ports[1]}`,
      certificate: file("cert.pem"),
      privateKey: file("key.pem"),
      httpPort: http,
      tlsPort: tls,
      keyAlgorithm: "ecdsa",
      retryAfter: { authz: 1, order: 1 },
      profiles: { default: { description: "A day", validityPeriod: 86_400 } },
    };
    await writeFile(file("cert.pem"), own.cert);
    await writeFile(file("key.pem"), own.keyPem);
    await writeFile(file("config.json"), JSON.stringify({ pebble }));
    const env = {
      ...process.env,
      PEBBLE_VA_NOSLEEP: "1",
      PEBBLE_WFE_NONCEREJECT: "10",
      PEBBLE_AUTHZREUSE: "0",
    };
    const words = ["-config", file("config.json"), "-dnsserver", dns];
    const child = spawn(program, words, { env, stdio: "ignore" });
    const opened = new Pebble(child, own.cert, ports);
    await opened.#ready();
    return opened;
  }

  get directory(): string {
    return `https://127.0.0.1:${this.#port}/dir`;
  }

  /** The root of what it issues: a new one at every start. */
  root(): Promise<string> {
    return this.#ask("/roots/0");
  }

  /** `Valid` or `Revoked`. */
  async statusOf(serial: string): Promise<string> {
    return JSON.parse(await this.#ask(`/cert-status-by-serial/${serial}`)).Status;
  }

  async close(): Promise<void> {
    const gone = once(this.#child, "exit");
    this.#child.kill();
    await gone;
  }

  async #ask(path: string): Promise<string> {
    const asking = request({ host: "127.0.0.1", port: this.#management, path, ca: this.ca });
    const [response] = await once(asking.end(), "response");
    return text(response);
  }

  async #ready(): Promise<void> {
    for (const end = performance.now() + START_MS; performance.now() < end; await sleep(50))
      if (await this.root().catch(() => null)) return;
    throw new Error("pebble did not start");
  }
}
