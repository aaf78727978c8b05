import { lookup } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { reasonOf } from "#lib/platform/errors/errors.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

const PROBE_MS = 2_000;
/** Once a primary answers, others may: one of them may have the later timeline. */
const OTHERS_MS = 500;
const SEARCH_AGAIN_MS = 60_000;
const PROBE = `select pg_is_in_recovery() as is_standby, case when not pg_is_in_recovery()
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

export type Host = Pick<URL, "hostname" | "port">;

/** None of the servers takes writes. Counts as a database that cannot be reached. */
export class NoPrimary extends Error {
  readonly code = "57P03";
}

function nameOf({ hostname, port }: Host): string {
  return `${hostname}:${port || 5432}`;
}

class Unresolved extends Error {
  readonly code = "ETIMEDOUT";
}

const lookups = oncePerProcess("host-lookups", () => new Map<string, Promise<unknown>>());

/**
 * Waits until a name has an address, at most 2 s. A lookup may hang for longer and a process makes
 * only four at once, so there is one per name.
 */
async function resolveName({ hostname }: Host): Promise<void> {
  const name = withoutBrackets(hostname);
  const underWay = lookups.get(name) ?? lookup(name).finally(() => lookups.delete(name));
  lookups.set(name, underWay);
  const limit = sleep(PROBE_MS, undefined, { ref: false }).then(() => {
    throw new Unresolved(`${name} cannot be resolved`);
  });
  await Promise.race([underWay, limit]);
}

/** @returns the timeline of a primary; null for a standby */
async function probe(config: pg.ClientConfig, host: Host): Promise<string | null> {
  await resolveName(host);
  const limits = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS };
  const client = new pg.Client({ ...config, ...limits });
  setHost(client, host);
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(PROBE);
    return rows[0].is_standby ? null : rows[0].timeline;
  } finally {
    client.connection.stream.destroy();
  }
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Must be called before the client connects. */
export function setHost(client: pg.Client, { hostname, port }: Host): void {
  client.host = withoutBrackets(hostname);
  client.port = Number(port) || 5432;
}

/**
 * Finds which of several servers is the primary. Looks again when a connection fails and, while
 * there are any, once a minute: one that was replaced may go on answering.
 */
class Cluster {
  readonly #config: pg.ClientConfig;
  readonly #hosts: readonly Host[];
  readonly #again_ms: number;
  readonly #connected = new Map<pg.Client, Host>();
  #primary?: Host;
  #search?: Promise<Host>;
  #timer?: NodeJS.Timeout;

  constructor(config: pg.ClientConfig, hosts: readonly Host[], again_ms: number) {
    this.#config = config;
    this.#hosts = hosts;
    this.#again_ms = again_ms;
  }

  /** @throws {NoPrimary} unless all servers fail alike; then the error of one */
  find(): Promise<Host> {
    return this.#primary ? Promise.resolve(this.#primary) : this.#searchNow();
  }

  #searchNow(): Promise<Host> {
    this.#search ??= this.#findAmongAll().finally(() => {
      this.#search = undefined;
      this.#searchLater();
    });
    return this.#search;
  }

  #searchLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#connected.size > 0) this.#searchNow().catch(() => {});
      else this.#primary = undefined;
    }, this.#again_ms).unref();
  }

  async #findAmongAll(): Promise<Host> {
    const primaries: { host: Host; timeline: string }[] = [];
    const probes = this.#hosts.map(async (host) => {
      const timeline = await probe(this.#config, host);
      if (timeline) primaries.push({ host, timeline });
      return timeline;
    });
    const all = Promise.allSettled(probes);
    const one = Promise.any(probes.map(async (each) => (await each) ?? Promise.reject()));
    // A server that says nothing must not hold up those that ask.
    await one.then(
      () => Promise.race([all, sleep(OTHERS_MS)]),
      () => all,
    );
    // A primary that was replaced while it was cut off has an older timeline.
    const [first] = primaries.sort((a, b) => b.timeline.localeCompare(a.timeline));
    if (!first) throw this.#explain(await all);
    this.#primary = first.host;
    this.#cutOff(first.host);
    return first.host;
  }

  /** The servers' own error where all say the same, such as a wrong password. */
  #explain(answers: PromiseSettledResult<string | null>[]): Error {
    const errors = answers.map((answer) => (answer.status === "rejected" ? answer.reason : null));
    const [first] = errors;
    if (first && errors.every((error) => error && error.code === first.code)) return first;
    const told = this.#hosts.map(
      (host, index) => `${nameOf(host)} (${errors[index] ? reasonOf(errors[index]) : "a standby"})`,
    );
    return new NoPrimary(`none of ${told.join(", ")} is a primary`);
  }

  /** Ends connections to a server that no longer is the primary, and may say nothing. */
  #cutOff(primary: Host): void {
    for (const [client, host] of this.#connected)
      if (host !== primary) client.connection.stream.destroy(new NoPrimary("no longer a primary"));
  }

  forget(host: Host): void {
    if (this.#primary === host) this.#primary = undefined;
  }

  track(client: pg.Client, host: Host): void {
    this.#connected.set(client, host);
    client.on("end", () => this.#connected.delete(client));
  }
}

const clusters = oncePerProcess("database-clusters", () => new Map<string, Cluster>());

/** @param config how to reach each of the hosts, their names aside */
export function clusterOf(
  config: pg.ClientConfig,
  hosts: readonly Host[],
  again_ms = SEARCH_AGAIN_MS,
): Cluster {
  const key = `${config.connectionString}\n${hosts.map(nameOf).join()}`;
  const known = clusters.get(key) ?? new Cluster(config, hosts, again_ms);
  clusters.set(key, known);
  return known;
}
