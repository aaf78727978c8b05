import type pg from "pg";
import { env } from "#lib/platform/config/env.ts";

/** `app`: calls and renders; `jobs`: a worker's jobs; `queue`: one of its queues. */
export type Purpose = "app" | "jobs" | "queue";

export type Capacity = {
  /** Connections for everybody but superusers. */
  available: number;
  /** Set by the operator; 0: the node's share of what is available. */
  of_node: number;
  nodes: number;
  apps: number;
  /** Whether the server runs jobs; a separate worker counts as a node. */
  works: boolean;
};

// For backups, the command line and troubleshooting.
export const SPARE = 5;
// For the supervisor, migrations and readiness checks.
const OF_SUPERVISOR = 6;
const MIN_WORKER_CONNECTIONS = 8;
const MIN_APP_CONNECTIONS = 3;
/** A worker takes jobs from a queue of each kind, with one listening connection each. */
export const QUEUES = 3;

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, Math.floor(value)));
}

/** Connections that a node may open. */
export function shareOf({ available, of_node, nodes }: Omit<Capacity, "apps" | "works">): number {
  return of_node || Math.floor((available - SPARE) / nodes);
}

/** The fewest connections with which a node works. */
export function minConnectionsOf({ apps, works }: Pick<Capacity, "apps" | "works">): number {
  return OF_SUPERVISOR + (works ? MIN_WORKER_CONNECTIONS : 0) + apps * MIN_APP_CONNECTIONS;
}

/** No app uses more than 16 connections. Fewer than 3, or 2 in a worker's pool, are too slow. */
export function sizeOf(purpose: Purpose, capacity: Capacity): number {
  const { apps, works } = capacity;
  const rest = shareOf(capacity) - OF_SUPERVISOR;
  const apart = purpose === "app" ? 0 : within(MIN_WORKER_CONNECTIONS, rest, 25);
  const worker = works ? within(MIN_WORKER_CONNECTIONS, rest / 3, 25) : apart;
  const queue = within(2, worker / 5, 5);
  const sizes = {
    app: within(MIN_APP_CONNECTIONS, (rest - worker) / apps, 16),
    jobs: within(2, worker - QUEUES * queue, 10),
    queue,
  };
  return sizes[purpose];
}

/** Reads what is available; the rest is in the settings. */
export const AVAILABLE = `select sum(setting::integer * case name when 'max_connections' then 1
  else -1 end)::integer as available from pg_settings
  where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`;

export function capacityWith(available: number): Capacity {
  const { DATABASE_CONNECTIONS, NODES, APPS, WORKER } = env();
  return {
    available,
    of_node: DATABASE_CONNECTIONS,
    nodes: NODES,
    apps: APPS,
    works: WORKER === "inline",
  };
}

export async function capacityOf(client: Pick<pg.ClientBase, "query">): Promise<Capacity> {
  const { rows } = await client.query(AVAILABLE);
  return capacityWith(rows[0].available);
}
