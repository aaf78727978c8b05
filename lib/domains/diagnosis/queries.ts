import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Seen } from "#lib/domains/diagnosis/diagnosis.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

type DomainRow = {
  id: number;
  name: string;
  provider: string;
  driver: string | null;
  phase: string;
  token: string;
  proven_at: string | null;
  report: Seen | null;
  told: DomainConfig["validation_records"];
};

/** The page's custom domain. @throws {AppError} `not_found` where it has none */
export async function getDomain(db: Db, grant: PageGrant): Promise<DomainRow> {
  const { rows } = await sql<DomainRow>`
    select d.id, d.name, d.provider, d.driver, d.phase, d.token, d.proven_at, d.report,
      p.settings #> '{domain_config,validation_records}' as told
    from status_pages as p join domains as d
      on d.status_page_id = p.id and d.name = p.settings #>> '{domain_config,domain}'
    where p.id = ${grant.status_page_id} and d.phase not in ('former', 'leaving')`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** Keeps what a check that somebody asked for saw; what sets the domain up goes on at once. */
export async function noteCheck(
  db: Db,
  grant: PageGrant,
  { id, seen }: { id: number; seen: Seen },
): Promise<void> {
  await sql`
    update domains set report = ${JSON.stringify(seen)}::jsonb, reported_at = now(),
      due_at = case when phase in ('configuring', 'active') then now() else due_at end
    where id = ${id} and status_page_id = ${grant.status_page_id}`.execute(db);
}

/** Keeps what was seen while a domain is set up, and since when it is proven. */
export async function noteSeen(
  db: Db,
  _grant: ProgramGrant,
  { id, seen, isProven }: { id: number; seen: Seen; isProven: boolean },
): Promise<void> {
  await sql`
    update domains set report = ${JSON.stringify(seen)}::jsonb, reported_at = now(),
      proven_at = case when ${isProven} then coalesce(proven_at, now()) else proven_at end
    where id = ${id}`.execute(db);
}

export async function findPhase(
  db: Db,
  _grant: ProgramGrant,
  id: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("domains")
    .select("phase")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.phase;
}

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
