import { sql } from "kysely";
import type { Db } from "#db/index.ts";

const PREFIX = "metric_entries_";

type Partition = { name: string; from_day: string };

/** The partitions of metric_entries, the oldest first; each is named after its first day. */
export async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'metric_entries'::regclass order by relname`.execute(db);
  return rows.map(({ name }) => ({ name, from_day: name.slice(PREFIX.length).replace(/^(\d{4})(\d\d)/, "$1-$2-") }));
}

/** Makes a partition unless it is there. Attached, not created in place: whoever reads or writes the table meanwhile need not wait. */
export async function createPartition(db: Db, from_day: string, to_day: string): Promise<void> {
  const name = PREFIX + from_day.replaceAll("-", "");
  const attach = sql.raw(`
    do $$ begin
      perform pg_advisory_xact_lock(hashtext('allclear.metric_entries'));
      if to_regclass('${name}') is null then
        create table ${name} (like metric_entries including all);
        alter table metric_entries attach partition ${name} for values from ('${from_day}') to ('${to_day}');
      end if;
    end $$`);
  await sql`${attach}`.execute(db);
}

/** Drops a partition, or fails when readers and writers do not let go of the table within two seconds. */
export async function dropPartition(db: Db, { name }: Partition): Promise<void> {
  const drop = sql.raw(`do $$ begin perform set_config('lock_timeout', '2s', true); drop table ${name}; end $$`);
  await sql`${drop}`.execute(db);
}

export async function deleteHoursBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom("metric_hours").where("hour", "<", time).execute();
}
