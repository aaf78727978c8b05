import { sql } from "kysely";
import type { Db } from "#db/index.ts";

/** What keeps the monitor itself from its work, since a wire time. */
export type Trouble = { kind: "network" | "stalled"; began_at: string };

/** How long nothing may be checked that is due. */
const STALLED_S = 180;
const FRESH_S = 60;

/** What keeps the monitor from its work now; its network is gone when no process that checks has one. */
export async function listTroubles(db: Db): Promise<Trouble[]> {
  const { rows } = await sql<Trouble>`
    select 'network' as kind, date_trunc('second', min(network_lost_at)) as began_at
    from check_runners where ran_at > now() - ${FRESH_S} * interval '1 second'
    having bool_and(network_lost_at is not null)
    union all
    select 'stalled', date_trunc('second', due_at) from (
      select min(due_at) as due_at from service_monitors
      where due_at < now() - ${STALLED_S} * interval '1 second'
    ) as late where due_at is not null`.execute(db);
  return rows;
}

/** A certificate that ends within days, and how many days before that it was to be told. */
export type Expiring = {
  status_page_id: number;
  service_id: number;
  expires_at: string;
  days: number;
};

/** Certificates of which the team was not told yet what is to be told now. */
export async function listUntoldCertificates(
  db: Db,
  { now, limit }: { now: string; limit: number },
): Promise<Expiring[]> {
  const { rows } = await sql<Expiring>`
    select m.status_page_id, m.service_id, m.certificate_ends_at as expires_at, stage.days
    from service_monitors as m cross join lateral (
      select min(days) as days from unnest(array[1, 7, 14]) as days
      where m.certificate_ends_at <= ${now}::timestamptz + days * interval '1 day'
    ) as stage
    where m.certificate_ends_at > ${now}::timestamptz and stage.days is not null
      and not exists (
        select from certificate_notices as told
        where told.status_page_id = m.status_page_id and told.service_id = m.service_id
          and told.expires_at = m.certificate_ends_at and told.days = stage.days
      )
    order by m.status_page_id, m.service_id limit ${limit}`.execute(db);
  return rows;
}
