import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";

/** `run_at`: wire time. A job replaces an earlier one with the same `key` that has not begun. */
export type JobOptions = { run_at?: string; key?: string };

export async function addJob(
  trx: Trx,
  name: string,
  payload: object,
  { run_at, key }: JobOptions,
): Promise<void> {
  const at = run_at ? `${run_at}Z` : null;
  await sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
      run_at => ${at}::timestamptz, job_key => ${key ?? null}::text)
  `.execute(trx);
}

/** Not before the first server has started. */
export async function isQueueThere(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select to_regclass('graphile_worker._private_jobs') is not null as is`.execute(db);
  return rows[0]?.is ?? false;
}
