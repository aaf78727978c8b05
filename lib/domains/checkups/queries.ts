import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Seen } from "#lib/domains/doctor/seen.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";

/** A domain in use at which to look; for an hour nobody else does. */
export type DueCheckup = {
  id: number;
  status_page_id: number;
  name: string;
  provider: string;
  driver: string | null;
  token: string;
  phase: string;
  told: DomainConfig["validation_records"];
};

export async function claimCheckups(
  db: Db,
  _grant: ProgramGrant,
  limit: number,
): Promise<DueCheckup[]> {
  const { rows } = await sql<DueCheckup>`
    with due as (
      select id from domains
      where phase = 'active' and checkup_at <= now() and status_page_id is not null
      order by checkup_at limit ${limit} for update skip locked
    )
    update domains as d set checkup_at = now() + interval '1 hour'
    from due, status_pages as p
    where d.id = due.id and p.id = d.status_page_id
    returning d.id, d.status_page_id, d.name, d.provider, d.driver, d.token, d.phase,
      p.settings #> '{domain_config,validation_records}' as told`.execute(db);
  return rows;
}

type Checkup = {
  id: number;
  seen: Seen;
  isTroubled: boolean;
  /** Seconds until it is looked at again. */
  again_s: number;
};

/** Keeps what was seen. @returns for how many seconds it has been in trouble, unless told of */
export async function noteCheckup(
  trx: Trx,
  grant: PageGrant,
  { id, seen, isTroubled, again_s }: Checkup,
): Promise<number | null> {
  const { rows } = await sql<{ troubled_s: number | null }>`
    update domains set report = ${JSON.stringify(seen)}::jsonb, reported_at = now(),
      checkup_at = now() + ${again_s} * interval '1 second',
      troubled_at = case when ${isTroubled} then coalesce(troubled_at, now()) end,
      warned_at = case when ${isTroubled} then warned_at end
    where id = ${id} and status_page_id = ${grant.status_page_id} and phase = 'active'
    returning case when warned_at is null
      then extract(epoch from now() - troubled_at)::float8 end as troubled_s`.execute(trx);
  return rows[0]?.troubled_s ?? null;
}

export async function noteWarning(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await sql`
    update domains set warned_at = now(), checkup_at = now() + interval '1 day'
    where id = ${id} and status_page_id = ${grant.status_page_id}`.execute(trx);
}

type AtRisk = { name: string; report: Seen; warned_at: string };

/** The page's domain, where its owners were told that something is wrong with it. */
export async function findAtRisk(db: Db, grant: PageGrant): Promise<AtRisk | undefined> {
  const row = await db
    .selectFrom("domains")
    .select(["name", "report", "warned_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("phase", "=", "active")
    .where("warned_at", "is not", null)
    .executeTakeFirst();
  return row as AtRisk | undefined;
}
