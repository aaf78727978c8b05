import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { expect } from "#tests/support/test.ts";

/** Waits until statements wait for locks. @param part of their text */
export async function untilWaiting(db: Db, count = 1, part = ""): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like ${`%${part}%`}`;
  await expect
    .poll(async () => (await waiting.execute(db)).rows.length)
    .toBeGreaterThanOrEqual(count);
}
