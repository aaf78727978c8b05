import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

const ENDING_DAYS = 14;

export type InstallationFacts = {
  ready_jobs: number;
  failed_jobs: number;
  oldest_job_s: number;
  overdue_check_s: number;
  ending_certificates: number;
  unpurged: number;
};

/** Facts that all nodes share: each reports the same. */
export async function readInstallation(db: Db, _grant: ProgramGrant): Promise<InstallationFacts> {
  const age = (time: string) =>
    sql`coalesce(greatest(extract(epoch from now() - ${sql.raw(time)}), 0), 0)::float8`;
  const { rows } = await sql<InstallationFacts>`
    select ready_jobs, failed_jobs, ${age("oldest_job")} as oldest_job_s,
      (select ${age("min(due_at)")} from service_monitors) as overdue_check_s,
      (select count(*) from certificates
        where not_after < now() + make_interval(days => ${ENDING_DAYS})) as ending_certificates,
      (select count(*) from edge_purges where purged_at is null) as unpurged
    from (
      select count(*) filter (where attempts < max_attempts) as ready_jobs,
        count(*) filter (where attempts >= max_attempts) as failed_jobs,
        min(run_at) filter (where attempts < max_attempts) as oldest_job
      from graphile_worker.jobs where run_at <= now() and locked_at is null
    ) as jobs`.execute(db);
  return rows[0] as InstallationFacts;
}
