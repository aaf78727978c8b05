import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Seen } from "#lib/domains/doctor/seen.ts";
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
