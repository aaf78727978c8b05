import { execFile, execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { addressOf, PORTS, statusOf, until } from "./database.ts";
import { Program } from "./programs.ts";
import { ENTRANCE, HOSTS_URL, POOLED_URL } from "./proxies.ts";

const NODES = 3;

/** A folder with the sources of a version, its packages installed. */
export type Version = { folder: string; name: string };

function nodeOf({ folder }: Version): string {
  return join(folder, "node_modules/.bin/node");
}

function settings(mail_url: string): Record<string, string | undefined> {
  return {
    ...process.env,
    DATABASE_URL: POOLED_URL,
    DATABASE_DIRECT_URL: HOSTS_URL,
    APP_SECRET: "a secret for drills only, of no use elsewhere",
    APP_URL: ENTRANCE,
    PAGES_DOMAIN: "pages.localhost",
    SMTP_URL: mail_url,
    NODES: String(NODES + 1),
    TRUST_PROXY: "1",
    ALLOW_PRIVATE_TARGETS: "1",
    RATE_LIMIT_PUBLIC: "0",
    RATE_LIMIT_MANAGEMENT: "0",
    FIRST_START: "form",
    LOG_LEVEL: "info",
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
  };
}

/** Builds a version, so that its nodes do not all do so at their start. */
export async function build(version: Version): Promise<void> {
  const options = { cwd: version.folder, maxBuffer: 2 ** 26 };
  await promisify(execFile)(nodeOf(version), ["lib/server/build/build.ts"], options);
}

export function cli(version: Version, ...args: string[]): string {
  return execFileSync(nodeOf(version), ["lib/server/build/run.ts", "cli", ...args], {
    cwd: version.folder,
    env: settings("") as NodeJS.ProcessEnv,
    encoding: "utf8",
  }).trim();
}

/** A server or a separate worker. */
export class Node {
  readonly name: string;
  /** Where it answers; null: a worker. */
  readonly url: string | null;
  /** Whether it has to answer at its own address. */
  isUp = false;
  readonly #env: Record<string, string | undefined>;
  readonly #log: string;
  #program?: Program;

  /** @param number 0: a worker */
  constructor(number: number, folder: string, mail_url: string) {
    this.name = number > 0 ? `node${number}` : "worker";
    this.url = number > 0 ? `http://${addressOf(number)}:${PORTS.node}` : null;
    const home = join(folder, this.name);
    mkdirSync(home);
    this.#log = `${home}.log`;
    const place = { HOST: addressOf(number), PORT: String(PORTS.node), DATA_DIR: home };
    this.#env = { ...settings(mail_url), ...place };
  }

  /** @returns when it is ready */
  async start(version: Version): Promise<void> {
    const file = this.url ? ["server.ts"] : ["lib/server/build/run.ts", "worker"];
    const how = { log: this.#log, env: this.#env, cwd: version.folder };
    const program = new Program([nodeOf(version), ...file], how);
    this.#program = program;
    await this.untilReady();
    this.isUp = true;
  }

  async untilReady(): Promise<void> {
    await until(`${this.name} is ready`, async () => {
      if (!this.#program?.isRunning) throw new Error(`${this.name} has ended: see ${this.#log}`);
      return this.url === null || (await statusOf(`${this.url}/readyz`)) === 200;
    });
  }

  /** As an operator does; returns when it is gone. */
  async stop(): Promise<void> {
    this.isUp = false;
    await this.#program?.stop();
  }

  async kill(): Promise<void> {
    this.isUp = false;
    await this.#program?.kill();
  }
}

export function makeNodes(folder: string, mail_url: string): { nodes: Node[]; worker: Node } {
  const make = (number: number) => new Node(number, folder, mail_url);
  return { nodes: Array.from({ length: NODES }, (_, index) => make(index + 1)), worker: make(0) };
}
