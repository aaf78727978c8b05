import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { AVAILABLE } from "#db/pools.ts";

export type Standby = { name: string; sync_state: string | null; lag_s: number | null };

export type DatabaseFacts = {
  version: string;
  address: string | null;
  now_ms: number;
  /** Names of standbys without which no commit ends; empty: none. */
  synchronous: string;
  /** Connections for everybody but superusers, and how many there are. */
  available: number;
  used: number;
  standbys: Standby[];
  /** `allclear-node <version> <host>` and `allclear-worker …`, one for each process. */
  programs: string[];
};

export async function readDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, host(inet_server_addr()) as address,
      extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
      current_setting('synchronous_standby_names') as synchronous,
      (${sql.raw(AVAILABLE)}) as available,
      (select count(*) from pg_stat_activity 
        where backend_type = 'client backend')::integer as used,
      coalesce((select jsonb_agg(jsonb_build_object('name', application_name,
        'sync_state', sync_state, 'lag_s', extract(epoch from replay_lag)::float8))
        from pg_stat_replication), '[]') as standbys,
      coalesce((select jsonb_agg(distinct application_name || ' ' || pid order by
          application_name || ' ' || pid)
        from pg_stat_activity
        where datname = current_database() and application_name ~ '^allclear-(node|worker) '),
        '[]') as programs`.execute(db);
  return rows[0] as DatabaseFacts;
}
