import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bench/processes.ts";
import { addressOf, NUMBERS, PASSWORD, PORTS, statusOf, until } from "./database.ts";
import { makeFolder, Program } from "./programs.ts";
import type { Tools } from "./tools.ts";

const IP = "127.0.0.10";
const CLIENTS = 28_080;
const PRIMARY = 25_000;
const POOLER = 26_432;

/** Where clients come in. */
export const ENTRANCE = `http://${IP}:${CLIENTS}`;
const urlOf = (hosts: string) => `postgres://allclear:${PASSWORD}@${hosts}/allclear`;
/** By HAProxy, which knows the primary. */
export const DIRECT_URL = urlOf(`${IP}:${PRIMARY}`);
export const POOLED_URL = urlOf(`${IP}:${POOLER}`);
/** All of them: the program finds the primary itself. */
export const HOSTS_URL = urlOf(NUMBERS.map((n) => `${addressOf(n)}:${PORTS.postgres}`).join());

/** deploy/cluster/haproxy.cfg with the addresses of this drill. */
function haproxySettings(): string {
  const given = readFileSync(join(root, "deploy/cluster/haproxy.cfg"), "utf8");
  return given
    .replace("maxconn 20000", "maxconn 2000")
    .replace("bind :80\n", `bind ${IP}:${CLIENTS}\n`)
    .replace("bind :5000\n", `bind ${IP}:${PRIMARY}\n`)
    .replace(/\bnode(\d):3000/g, (_, number) => `${addressOf(Number(number))}:${PORTS.node}`)
    .replace(/\bdb(\d):5432/g, (_, number) => `${addressOf(Number(number))}:${PORTS.postgres}`)
    .replaceAll("check port 8008", `check port ${PORTS.rest}`);
}

const PGBOUNCER = `[databases]
allclear = host=${IP} port=${PRIMARY} user=allclear password='${PASSWORD}'
[pgbouncer]
listen_addr = ${IP}
listen_port = ${POOLER}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 50
max_client_conn = 500
server_login_retry = 1
ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout
`;

/** HAProxy before nodes and PostgreSQL, and PgBouncer before that. */
export class Proxies {
  readonly #folder: string;
  readonly #tools: Tools;
  #pgbouncer?: Program;

  constructor(folder: string, tools: Tools) {
    this.#folder = makeFolder(join(folder, "proxies"));
    this.#tools = tools;
    writeFileSync(join(this.#folder, "haproxy.cfg"), haproxySettings());
    writeFileSync(join(this.#folder, "pgbouncer.ini"), PGBOUNCER);
  }

  async start(): Promise<void> {
    const { haproxy } = this.#tools;
    this.#run("haproxy", [haproxy, "-db", "-f", this.#file("haproxy.cfg")]);
    this.startPooler();
    await until("HAProxy answers", () => statusOf(ENTRANCE));
  }

  startPooler(): void {
    const { pgbouncer } = this.#tools;
    this.#pgbouncer = this.#run("pgbouncer", [pgbouncer, this.#file("pgbouncer.ini")]);
  }

  async killPooler(): Promise<void> {
    await this.#pgbouncer?.kill();
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #run(name: string, command: string[]): Program {
    const env = { PATH: "/usr/bin:/bin", LD_LIBRARY_PATH: this.#tools.libraries };
    return new Program(command, { log: this.#file(`${name}.log`), env, unprivileged: true });
  }
}
