import type pg from "pg";
import { env } from "#lib/platform/config/env.ts";

/**
 * What a pool's connections are for: an app's calls and renders, a worker's jobs, or the queue that
 * it takes jobs of one lane from.
 */
export type Purpose = "app" | "jobs" | "queue";

export type Capacity = {
  /** Connections that PostgreSQL has for everybody but its superusers. */
  available: number;
  /** What an operator set for one node; 0: its share of what is available. */
  of_node: number;
  nodes: number;
  apps: number;
  /** Whether its server does jobs; else a worker that runs apart counts as a node of its own. */
  works: boolean;
};

// Who makes backups, uses the command line or looks what is wrong gets in, too.
const SPARE = 5;
// The supervisor's, and those that migrate and look whether the database is there.
const OF_SUPERVISOR = 6;
/** A worker takes jobs from a queue for each of its lanes; each listens on one connection. */
export const QUEUES = 3;

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, Math.floor(value)));
}

/**
 * How many connections a pool may open. No app uses more than 16, eight calls and three renders at
 * once included; with fewer than 3, or 2 for a pool of the worker, nothing goes on at a good pace.
 */
export function sizeOf(purpose: Purpose, capacity: Capacity): number {
  const { available, of_node, nodes, apps, works } = capacity;
  const share = of_node || Math.floor((available - SPARE) / nodes);
  const rest = share - OF_SUPERVISOR;
  const apart = purpose === "app" ? 0 : within(8, rest, 25);
  const worker = works ? within(8, rest / 3, 25) : apart;
  const queue = within(2, worker / 5, 5);
  const sizes = {
    app: within(3, (rest - worker) / apps, 16),
    jobs: within(2, worker - QUEUES * queue, 10),
    queue,
  };
  return sizes[purpose];
}

type Client = Pick<pg.ClientBase, "query">;

export async function capacityOf(client: Client): Promise<Capacity> {
  const { rows } = await client.query(
    `select sum(setting::integer * case name when 'max_connections' then 1 else -1 end)::integer
      as available from pg_settings
      where name in
        ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`,
  );
  const { DATABASE_CONNECTIONS, NODES, APPS, WORKER } = env();
  return {
    available: rows[0].available,
    of_node: DATABASE_CONNECTIONS,
    nodes: NODES,
    apps: APPS,
    works: WORKER === "inline",
  };
}
