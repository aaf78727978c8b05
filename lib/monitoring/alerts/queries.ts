import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { OpenAlert } from "#lib/monitoring/alerts/schema.ts";
import type { Source, Watched } from "#lib/monitoring/verdicts/queries.ts";

export type KnownAlert = {
  key: string;
  sender: string;
  is_open: boolean;
  said_at: string | null;
  received_at: string;
};

export async function listKnownAlerts(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { source, keys }: { source: Source; keys: readonly string[] },
): Promise<KnownAlert[]> {
  return trx
    .selectFrom("service_alerts")
    .select(["key", "sender", "is_open", "said_at", "received_at"])
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .where("source", "=", source)
    .where("key", "=", sql<string>`any(${keys}::text[])`)
    .execute();
}

type AlertRow = Omit<KnownAlert, "received_at"> & {
  occurrence: string | null;
  reason: string | null;
  detail: string | null;
  opened_at: string;
};
type AlertSource = { id: number | null; source: Source; received_at: string };

/** An open alert keeps its beginning and its first report. */
export async function saveAlerts(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { id, source, received_at }: AlertSource,
  rows: readonly AlertRow[],
): Promise<void> {
  await sql`
    insert into service_alerts as known (status_page_id, service_id, source, received_at, report_id,
      key, sender, occurrence, reason, detail, is_open, opened_at, said_at)
    select ${status_page_id}, ${service_id}, ${source}, ${received_at}::timestamptz, ${id}::bigint, given.*
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (key text, sender text,
      occurrence text, reason text, detail text, is_open boolean, opened_at timestamptz,
      said_at timestamptz)
    on conflict (status_page_id, service_id, source, key, sender) do update set
      opened_at = case when known.is_open then known.opened_at else excluded.opened_at end,
      report_id = case when known.is_open then known.report_id else excluded.report_id end,
      reason = excluded.reason, detail = excluded.detail, occurrence = excluded.occurrence,
      is_open = excluded.is_open, received_at = excluded.received_at,
      said_at = greatest(known.said_at, excluded.said_at)`.execute(trx);
}

/**
 * Closes a sender's alerts, and the same occurrence from others of its cluster. A sender that never
 * opened the alert speaks for the one that did.
 * @returns whether one was open
 */
export async function closeAlerts(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { source, received_at }: AlertSource,
  ends: readonly Pick<AlertRow, "key" | "sender" | "occurrence" | "said_at">[],
): Promise<boolean> {
  const { rows } = await sql`
    update service_alerts as open set is_open = false, received_at = ${received_at}::timestamptz,
      said_at = greatest(open.said_at, ended.said_at)
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as ended (key text, sender text,
      occurrence text, said_at timestamptz)
    where open.status_page_id = ${status_page_id} and open.service_id = ${service_id}
      and open.source = ${source} and open.key = ended.key and open.is_open
      and (open.sender in ('', ended.sender) or open.occurrence = ended.occurrence
        or not exists (select from service_alerts as own
          where own.status_page_id = ${status_page_id} and own.service_id = ${service_id}
            and own.source = ${source} and own.key = ended.key and own.sender = ended.sender))
      and coalesce(open.said_at <= ended.said_at, true)
    returning true`.execute(trx);
  return rows.length > 0;
}

/**
 * Deletes closed alerts before a wire time, and the oldest beyond a number.
 * @returns how many open ones were dropped
 */
export async function pruneAlerts(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { before, most }: { before: string; most: number },
): Promise<number> {
  const { rows } = await sql<{ is_open: boolean }>`
    delete from service_alerts as gone using (
      select id, is_open, received_at,
        row_number() over (partition by is_open order by opened_at desc, id desc) as place
      from service_alerts where status_page_id = ${status_page_id} and service_id = ${service_id}
    ) as ranked
    where gone.status_page_id = ${status_page_id} and gone.service_id = ${service_id}
      and gone.id = ranked.id and (ranked.place > ${most}
        or (not ranked.is_open and ranked.received_at < ${before}::timestamptz))
    returning gone.is_open`.execute(trx);
  return rows.filter(({ is_open }) => is_open).length;
}

/** The oldest first; `content` of the report that opened it. */
export async function listOpenAlertRows(
  db: Db,
  { status_page_id }: PageGrant,
  service_id: number,
): Promise<OpenAlert[]> {
  return db
    .selectFrom("service_alerts as a")
    .leftJoin("service_reports as r", (join) =>
      join.onRef("r.status_page_id", "=", "a.status_page_id").onRef("r.id", "=", "a.report_id"),
    )
    .select(["a.id", "a.opened_at", "a.source", "a.detail", "r.content"])
    .where("a.status_page_id", "=", status_page_id)
    .where("a.service_id", "=", service_id)
    .where("a.is_open", "=", true)
    .orderBy("a.opened_at")
    .orderBy("a.id")
    .$castTo<OpenAlert>()
    .execute();
}

export async function closeAlert(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  id: number,
): Promise<{ source: Source; detail: string | null } | undefined> {
  const row = await trx
    .updateTable("service_alerts")
    .set({ is_open: false })
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .where("id", "=", id)
    .where("is_open", "=", true)
    .returning(["source", "detail"])
    .executeTakeFirst();
  return row as { source: Source; detail: string | null } | undefined;
}

type OpenAlertRow = Pick<AlertRow, "reason" | "detail" | "opened_at"> & { source: Source };

export async function findOldestOpenAlert(
  trx: Trx,
  { status_page_id, service_id }: Watched,
): Promise<OpenAlertRow | undefined> {
  return trx
    .selectFrom("service_alerts")
    .select(["source", "reason", "detail", "opened_at"])
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .where("is_open", "=", true)
    .orderBy("opened_at")
    .orderBy("id")
    .$castTo<OpenAlertRow>()
    .executeTakeFirst();
}
