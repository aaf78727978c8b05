import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { readOf } from "../bench/memory.ts";
import { root } from "../bench/processes.ts";
import { makeFolder, Program, signalAll, treeOf } from "./programs.ts";
import type { Tools } from "./tools.ts";

export const PORTS = { postgres: 25_432, rest: 28_008, node: 23_000 };
export const PASSWORD = "a-password-of-the-drill-only";
const ETCD = { client: 22_379, peer: 22_380 };
const CONFIG = join(root, "deploy/cluster");
const LOOK_MS = 100;
const PATIENCE_MS = 300_000;
const ANSWER_MS = 2_000;
export const NUMBERS = [1, 2, 3];

export function addressOf(number: number): string {
  return `127.0.0.${10 + number}`;
}

/** Waits until something holds. @throws {Error} that names it */
export async function until(what: string, holds: () => Promise<unknown> | unknown): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}`);
    await sleep(LOOK_MS);
  }
}

/** The status; 0: no answer. */
export async function statusOf(url: string): Promise<number> {
  const limits = { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS };
  try {
    const { statusCode, body } = await request(url, {
      ...limits,
      signal: AbortSignal.timeout(5_000),
    });
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}

function etcdSettings(number: number, folder: string): object {
  const own = `http://${addressOf(number)}`;
  const peers = NUMBERS.map((each) => `n${each}=http://${addressOf(each)}:${ETCD.peer}`);
  return {
    name: `n${number}`,
    "data-dir": join(folder, "etcd"),
    "listen-peer-urls": `${own}:${ETCD.peer}`,
    "initial-advertise-peer-urls": `${own}:${ETCD.peer}`,
    "listen-client-urls": `${own}:${ETCD.client}`,
    "advertise-client-urls": `${own}:${ETCD.client}`,
    "initial-cluster": peers.join(),
    "initial-cluster-token": "allclear",
  };
}

/** What a machine has of its own, in place of the values of deploy/cluster/patroni.yml. */
function patroniSettings(number: number, folder: string, tools: Tools): object {
  const ip = addressOf(number);
  const here = (port: number) => ({ listen: `${ip}:${port}`, connect_address: `${ip}:${port}` });
  const anybody = "127.0.0.0/8 scram-sha-256";
  return {
    name: `n${number}`,
    restapi: here(PORTS.rest),
    etcd3: { hosts: NUMBERS.map((each) => `${addressOf(each)}:${ETCD.client}`) },
    bootstrap: {
      post_init: `${tools.postgres}/psql --quiet --file=${CONFIG}/database.sql`,
    },
    postgresql: {
      ...here(PORTS.postgres),
      data_dir: join(folder, "data"),
      bin_dir: tools.postgres,
      pgpass: join(folder, "pgpass"),
      parameters: { unix_socket_directories: folder, log_timezone: "UTC" },
      basebackup: [{ checkpoint: "fast" }],
      pg_hba: ["local all all trust", `host all all ${anybody}`, `host replication all ${anybody}`],
      authentication: {
        superuser: { username: "postgres", password: PASSWORD },
        replication: { username: "replicator", password: PASSWORD },
      },
    },
  };
}

/** etcd, Patroni and PostgreSQL at an address of their own, as on a machine. */
class Machine {
  readonly name: string;
  readonly ip: string;
  readonly #folder: string;
  readonly #tools: Tools;
  readonly #env: Record<string, string>;
  #etcd?: Program;
  #patroni?: Program;

  constructor(number: number, folder: string, tools: Tools) {
    this.name = `n${number}`;
    this.ip = addressOf(number);
    this.#folder = makeFolder(join(folder, this.name));
    this.#tools = tools;
    this.#env = {
      PATH: `${tools.postgres}:/usr/bin:/bin`,
      LD_LIBRARY_PATH: tools.libraries,
      ALLCLEAR_PASSWORD: PASSWORD,
      HOME: this.#folder,
      TZ: "UTC",
    };
    const patroni = makeFolder(this.#file("patroni"));
    copyFileSync(join(CONFIG, "patroni.yml"), join(patroni, "1.yml"));
    writeFileSync(
      join(patroni, "2.yml"),
      JSON.stringify(patroniSettings(number, this.#folder, tools)),
    );
    writeFileSync(this.#file("etcd.json"), JSON.stringify(etcdSettings(number, this.#folder)));
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #run(name: string, command: string[]): Program {
    const log = this.#file(`${name}.log`);
    return new Program(command, { log, env: this.#env, unprivileged: true });
  }

  start(): void {
    const { etcd, patroni } = this.#tools;
    if (!this.#etcd?.isRunning)
      this.#etcd = this.#run("etcd", [etcd, "--config-file", this.#file("etcd.json")]);
    if (!this.#patroni?.isRunning)
      this.#patroni = this.#run("patroni", [patroni, this.#file("patroni")]);
  }

  /** The process id of its PostgreSQL; 0: none runs. */
  get postmaster(): number {
    const file = this.#file("data/postmaster.pid");
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : 0;
    return readOf(pid, "cmdline").includes(this.#folder) ? pid : 0;
  }

  signalEtcd(signal: NodeJS.Signals): void {
    signalAll(this.#etcd?.pids ?? [], signal);
  }

  signal(signal: NodeJS.Signals): void {
    const { postmaster } = this;
    const database = postmaster ? treeOf(postmaster) : [];
    this.signalEtcd(signal);
    signalAll([...(this.#patroni?.pids ?? []), ...database], signal);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await Promise.all([this.#etcd?.ended, this.#patroni?.ended]);
  }

  /** When its PostgreSQL began to take writes, each time, in ms since 1970. */
  get accepted(): number[] {
    const lines = this.#patroni?.output.matchAll(
      /^(\S+ \S+) UTC .*database system is ready to accept connections/gm,
    );
    return [...(lines ?? [])].map(([, at]) => Date.parse(`${at}Z`));
  }

  rest(path: string): string {
    return `http://${this.ip}:${PORTS.rest}${path}`;
  }
}

type Member = { name: string; role: string; state: string };

/** PostgreSQL on three machines. */
export class Database {
  readonly machines: Machine[];

  constructor(folder: string, tools: Tools) {
    this.machines = NUMBERS.map((number) => new Machine(number, folder, tools));
  }

  async start(): Promise<void> {
    for (const machine of this.machines) machine.start();
    await this.untilWhole();
  }

  /** Waits until one takes writes. @param others those that do not count */
  async leader(...others: Machine[]): Promise<Machine> {
    let found: Machine | undefined;
    await until("a machine is the primary", async () => {
      for (const machine of this.machines.filter((each) => !others.includes(each)))
        if ((await statusOf(machine.rest("/primary"))) === 200) found = machine;
      return found;
    });
    return found as Machine;
  }

  /** When any machine became the primary, since a moment, the first time first. */
  failoversSince(moment: number): number[] {
    const all = this.machines.flatMap(({ accepted }) => accepted);
    return all.filter((at) => at >= moment).sort((a, b) => a - b);
  }

  /** Waits until two machines follow the primary, and one of them has every commit. */
  async untilWhole(): Promise<void> {
    await until("two machines follow the primary", async () => {
      const members = await this.#members();
      const followers = members.filter(({ state }) => state === "streaming");
      return followers.length === 2 && followers.some(({ role }) => role === "sync_standby");
    });
  }

  async #members(): Promise<Member[]> {
    for (const machine of this.machines) {
      try {
        const limits = { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS };
        const { body } = await request(machine.rest("/cluster"), limits);
        const { members } = (await body.json()) as { members?: Member[] };
        if (members) return members;
      } catch {
        // Another one may answer.
      }
    }
    return [];
  }

  async switchover(leader: Machine): Promise<void> {
    const { statusCode, body } = await request(leader.rest("/switchover"), {
      method: "POST",
      body: JSON.stringify({ leader: leader.name }),
    });
    const said = await body.text();
    if (statusCode !== 200) throw new Error(`Patroni refused to switch over: ${said}`);
  }

  async kill(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.kill()));
  }
}
