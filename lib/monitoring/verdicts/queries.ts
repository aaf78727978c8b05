import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";

export type Watched = { status_page_id: number; service_id: number };

/** Where what we believe comes from. */
export type Source = "check" | "mail" | "webhook" | "heartbeat";

/**
 * What monitoring believes of a service. `is_up`: null when nothing is known; `since`: from when on,
 * a wire time: of "down" the moment of the first failure; `reason`: a code; `detail`: its figures
 * in short, never a secret.
 */
export type Verdict = {
  is_up: boolean | null;
  since: string;
  source: Source;
  reason: string | null;
  detail: string | null;
};

/** Writes a verdict unless the service is believed to be that already. @returns whether it is new */
export async function putVerdict(trx: Trx, watched: Watched, verdict: Verdict): Promise<boolean> {
  const { rows } = await sql`
    insert into service_monitors as known
      (status_page_id, service_id, is_up, since, source, reason, detail)
    values (${watched.status_page_id}, ${watched.service_id}, ${verdict.is_up},
      ${verdict.since}::timestamptz, ${verdict.source}, ${verdict.reason}, ${verdict.detail})
    on conflict (status_page_id, service_id) do update set
      is_up = excluded.is_up, since = excluded.since, source = excluded.source,
      reason = excluded.reason, detail = excluded.detail
    where known.is_up is distinct from excluded.is_up
    returning true`.execute(trx);
  return rows.length > 0;
}

/** Has the service itself say what is believed of it. */
export async function showVerdict(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  { is_up }: Pick<Verdict, "is_up">,
): Promise<void> {
  await trx
    .updateTable("services")
    .set({ is_up })
    .where("status_page_id", "=", status_page_id)
    .where("id", "=", service_id)
    .execute();
}

export type KnownVerdict = Omit<Verdict, "since" | "source"> & {
  since: string | null;
  source: Source | null;
  applied_is_up: boolean | null;
};

/** What is believed of a service and what of it was acted upon, locked until the transaction ends. */
export async function lockVerdict(
  trx: Trx,
  { status_page_id, service_id }: Watched,
): Promise<KnownVerdict | undefined> {
  const row = await trx
    .selectFrom("service_monitors")
    .select(["is_up", "since", "source", "reason", "detail", "applied_is_up"])
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .forUpdate()
    .executeTakeFirst();
  return row as KnownVerdict | undefined;
}

/** Notes that a verdict was acted upon. */
export async function noteApplied(
  trx: Trx,
  { status_page_id, service_id }: Watched,
  applied_is_up: boolean | null,
  applied_at: string,
): Promise<void> {
  await trx
    .updateTable("service_monitors")
    .set({ applied_is_up, applied_at })
    .where("status_page_id", "=", status_page_id)
    .where("service_id", "=", service_id)
    .execute();
}

/** Whether a maintenance of the service, or of one above it, silences monitoring at a wire time. */
export async function isPaused(
  db: Db,
  { status_page_id, service_id }: Watched,
  at: string,
): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    select pause_monitoring_during_maintenances
      and is_in_maintenance(${status_page_id}, ${service_id}, ${at}::timestamptz) as paused
    from services where status_page_id = ${status_page_id} and id = ${service_id}`.execute(db);
  return rows[0]?.paused ?? false;
}
