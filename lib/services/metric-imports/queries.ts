import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { MetricPulls } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";

/** Wire times. */
export type DuePull = {
  status_page_id: number;
  metric_id: number;
  /** null: fed by a service's checks. */
  integration_id: number | null;
  service_id: number | null;
  remote_id: string | null;
  type: "up" | "rt";
  pulled_until: string | null;
  failures: number;
  claimed_until: string;
};

const CLAIM_SECONDS = 120;
/** Per integration and run, so that one with many metrics cannot starve the others. */
const MAX_PER_INTEGRATION = 20;

const PULLED = (providers: readonly string[]) => sql`
  m.enabled and (m.service_id is not null
    or (m.remote_id is not null and m.integration_id is not null and exists (
      select from integrations as i where i.status_page_id = m.status_page_id
        and i.id = m.integration_id and i.name = any(${providers}::text[])
        and i.settings @> '{"enabled": true}')))`;

export async function addPulls(
  db: Db,
  _grant: ProgramGrant,
  providers: readonly string[],
  now: string,
): Promise<void> {
  await sql`
    insert into metric_pulls (status_page_id, metric_id, next_at)
    select m.status_page_id, m.id, ${now}::timestamptz from metrics as m
    where (m.service_id is not null or m.integration_id is not null) and ${PULLED(providers)}
      and ${isAtHome("m.status_page_id")}
      and not exists (select from metric_pulls as p
        where p.status_page_id = m.status_page_id and p.metric_id = m.id)
    on conflict do nothing`.execute(db);
}

/** Claims due pulls exclusively, oldest first per source. */
export async function claimPulls(
  db: Db,
  _grant: ProgramGrant,
  { providers, now, limit }: { providers: readonly string[]; now: string; limit: number },
): Promise<DuePull[]> {
  const at = sql`${now}::timestamptz`;
  const isDue = sql`p.next_at <= ${at} and (p.claimed_until is null or p.claimed_until < ${at})`;
  const { rows } = await sql<DuePull>`
    with due as (
      select p.status_page_id, p.metric_id,
        row_number() over (partition by m.status_page_id, m.integration_id order by p.next_at)
          as place
      from metric_pulls as p
      join metrics as m on m.status_page_id = p.status_page_id and m.id = p.metric_id
      where ${isDue} and ${PULLED(providers)} and ${isAtHome("p.status_page_id")}
    ),
    claimed as (
      select p.status_page_id, p.metric_id from metric_pulls as p
      join due on due.status_page_id = p.status_page_id and due.metric_id = p.metric_id
      where due.place <= ${sql.lit(MAX_PER_INTEGRATION)} and ${isDue}
      order by p.next_at limit ${limit} for update of p skip locked
    )
    update metric_pulls as p
    set claimed_until = ${at} + ${CLAIM_SECONDS} * interval '1 second'
    from claimed, metrics as m
    where p.status_page_id = claimed.status_page_id and p.metric_id = claimed.metric_id
      and m.status_page_id = p.status_page_id and m.id = p.metric_id
    returning p.status_page_id, p.metric_id, m.integration_id, m.service_id, m.remote_id, m.type,
      p.pulled_until, p.failures, p.claimed_until`.execute(db);
  return rows;
}

type PullOutcome = Partial<Pick<Selectable<MetricPulls>, "pulled_until" | "last_error">> & {
  failures: number;
  pulled_at: string;
  next_at: string;
};

/** @returns the number of pulls that this worker still had claimed */
export async function recordPulls(
  trx: Trx,
  grant: PageGrant,
  claimed: readonly DuePull[],
  noted: PullOutcome,
): Promise<number> {
  const metricIds = claimed.map(({ metric_id }) => metric_id);
  const { numUpdatedRows } = await trx
    .updateTable("metric_pulls")
    .set({ ...noted, claimed_until: null })
    .where("status_page_id", "=", grant.status_page_id)
    .where("metric_id", "in", metricIds)
    .where("claimed_until", "=", claimed[0]?.claimed_until ?? null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function findPull(
  db: Db,
  grant: PageGrant,
  metricId: number,
): Promise<Selectable<MetricPulls> | undefined> {
  return db
    .selectFrom("metric_pulls")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("metric_id", "=", metricId)
    .executeTakeFirst();
}

/** A new source starts from the beginning. */
export async function deletePull(trx: Trx, grant: PageGrant, metricId: number): Promise<void> {
  await trx
    .deleteFrom("metric_pulls")
    .where("status_page_id", "=", grant.status_page_id)
    .where("metric_id", "=", metricId)
    .execute();
}
