import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { RANKS } from "#lib/domains/certificates/queries.ts";

const LEADS_HERE = sql`a.kind = 'subdomain'
  and (a.redirects_until is null or a.redirects_until > now())`;

/** Has a certificate of the application's own host ordered, before all others. */
export async function insertApplicationHost(
  db: Db,
  _grant: ProgramGrant,
  name: string,
): Promise<void> {
  await sql`
    insert into certificates (name, source, rank) values (${name}, 'acme', ${RANKS.application})
    on conflict (name) do nothing`.execute(db);
}

/** Has certificates ordered for the pages' hosts below a domain, except for some. */
export async function insertSubdomainHosts(
  db: Db,
  _grant: ProgramGrant,
  { domain, covered }: { domain: string; covered: readonly string[] },
): Promise<void> {
  const host = sql`lower(a.name) || '.' || ${domain}::text`;
  await sql`
    insert into certificates (name, organization_id, source, rank)
    select ${host}, p.organization_id, 'acme', ${RANKS.subdomain}
    from addresses as a join status_pages as p on p.id = a.status_page_id
    where ${LEADS_HERE} and ${host} <> all(${covered}::text[])
      and not exists (select from certificates as c where c.name = ${host})
    order by a.status_page_id
    on conflict (name) do nothing`.execute(db);
}

/** Hosts with a certificate of ours which no page has any more, or which have another one. */
export async function listUnneeded(
  db: Db,
  _grant: ProgramGrant,
  {
    application,
    domain,
    covered,
  }: {
    application: string | null;
    /** null: none of the pages' hosts needs one. */
    domain: string | null;
    covered: readonly string[];
  },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.name from certificates as c
    where (c.rank = ${RANKS.application} and c.name is distinct from ${application})
      or (c.rank = ${RANKS.subdomain} and (c.name = any(${covered}::text[]) or not exists (
        select from addresses as a
        where ${LEADS_HERE} and lower(a.name) || '.' || ${domain}::text = c.name
      )))
    limit 1000`.execute(db);
  return rows.map(({ name }) => name);
}
