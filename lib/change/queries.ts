import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import { ACCESS_CHANGED, PAGE_CHANGED, PAGE_WITHDRAWN, processId } from "#lib/change/announce.ts";

/** Tells the other processes, when the transaction commits, that a page changed. */
export async function notifyPageChanged(trx: Trx, statusPageId: number, withdrawn = false): Promise<void> {
  await sql`select pg_notify(${withdrawn ? PAGE_WITHDRAWN : PAGE_CHANGED}, ${`${statusPageId}:${processId}`})`.execute(trx);
}

/** Tells them that keys, memberships or organizations changed. */
export async function notifyAccessChanged(trx: Trx): Promise<void> {
  await sql`select pg_notify(${ACCESS_CHANGED}, ${processId})`.execute(trx);
}
