import { sql } from "kysely";
import type { Trx } from "#db/index.ts";

export async function addJob(trx: Trx, name: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(trx);
}
