import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { Diagnosis } from "#lib/domains/diagnosis/diagnosis.ts";
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
  report: Diagnosis | null;
  driver_records: DomainConfig["validation_records"];
};

/** The page's custom domain. @throws {AppError} `not_found` if there is none */
export async function getDomain(db: Db, grant: PageGrant): Promise<DomainRow> {
  const { rows } = await sql<DomainRow>`
    select d.id, d.name, d.provider, d.driver, d.phase, d.token, d.proven_at, d.report,
      p.settings #> '{domain_config,validation_records}' as driver_records
    from status_pages as p join domains as d
      on d.status_page_id = p.id and d.name = p.settings #>> '{domain_config,domain}'
    where p.id = ${grant.status_page_id} and d.phase not in ('former', 'leaving')`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** Saves a check requested by an operator, and makes the next set-up step due. */
export async function recordCheck(
  db: Db,
  grant: PageGrant,
  { id, diagnosis }: { id: number; diagnosis: Diagnosis },
): Promise<void> {
  await sql`
    update domains set report = ${JSON.stringify(diagnosis)}::jsonb, reported_at = now(),
      due_at = case when phase in ('configuring', 'active') then now() else due_at end
    where id = ${id} and status_page_id = ${grant.status_page_id}`.execute(db);
}

export async function recordDiagnosis(
  db: Db,
  _grant: ProgramGrant,
  { id, diagnosis, isProven }: { id: number; diagnosis: Diagnosis; isProven: boolean },
): Promise<void> {
  await sql`
    update domains set report = ${JSON.stringify(diagnosis)}::jsonb, reported_at = now(),
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

/** An active domain whose check is due; the claim lasts one hour. */
export type DueCheckup = {
  id: number;
  status_page_id: number;
  name: string;
  provider: string;
  driver: string | null;
  token: string;
  phase: string;
  driver_records: DomainConfig["validation_records"];
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
        and ${isAtHome("status_page_id")}
      order by checkup_at limit ${limit} for update skip locked
    )
    update domains as d set checkup_at = now() + interval '1 hour'
    from due, status_pages as p
    where d.id = due.id and p.id = d.status_page_id
    returning d.id, d.status_page_id, d.name, d.provider, d.driver, d.token, d.phase,
      p.settings #> '{domain_config,validation_records}' as driver_records`.execute(db);
  return rows;
}

type CheckupOutcome = {
  id: number;
  diagnosis: Diagnosis;
  isTroubled: boolean;
  again_s: number;
};

/**
 * Saves a check. @returns for how many seconds the domain has had risks; null: none, or already
 * warned
 */
export async function recordCheckup(
  trx: Trx,
  grant: PageGrant,
  { id, diagnosis, isTroubled, again_s }: CheckupOutcome,
): Promise<number | null> {
  const { rows } = await sql<{ troubled_s: number | null }>`
    update domains set report = ${JSON.stringify(diagnosis)}::jsonb, reported_at = now(),
      checkup_at = now() + ${again_s} * interval '1 second',
      troubled_at = case when ${isTroubled} then coalesce(troubled_at, now()) end,
      warned_at = case when ${isTroubled} then warned_at end
    where id = ${id} and status_page_id = ${grant.status_page_id} and phase = 'active'
    returning case when warned_at is null
      then extract(epoch from now() - troubled_at)::float8 end as troubled_s`.execute(trx);
  return rows[0]?.troubled_s ?? null;
}

export async function recordWarning(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await sql`
    update domains set warned_at = now(), checkup_at = now() + interval '1 day'
    where id = ${id} and status_page_id = ${grant.status_page_id}`.execute(trx);
}

type AtRisk = { name: string; report: Diagnosis; warned_at: string };

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
