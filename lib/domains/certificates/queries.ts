import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { AUTHORITY_PAUSED } from "#lib/domains/acme/refusal.ts";

export const RANKS = { application: 0, domain: 1, subdomain: 2 } as const;

type CertificateRequest = { name: string; status_page_id: number | null };

/**
 * Requests a certificate for a name that is proven to lead here, and its renewals. An upload of the
 * page that had the name before is discarded.
 */
export async function requestCertificate(
  db: Db,
  { name, status_page_id }: CertificateRequest,
): Promise<void> {
  await sql`
    insert into certificates as c (name, status_page_id, organization_id, source, rank)
    values (${name}, ${status_page_id},
      (select organization_id from status_pages where id = ${status_page_id}),
      'acme', ${RANKS.domain})
    on conflict (name) do update set status_page_id = excluded.status_page_id,
      organization_id = excluded.organization_id,
      source = 'acme', rank = excluded.rank, error = null, attempts = 0, due_at = now(),
      chain = case c.source when 'acme' then c.chain end,
      private_key = case c.source when 'acme' then c.private_key end,
      changed_at = now()
    where c.status_page_id is distinct from excluded.status_page_id`.execute(db);
}

export type CertificateRow = {
  source: "acme" | "uploaded";
  chain: string | null;
  issuer: string | null;
  not_before: string | null;
  not_after: string | null;
  error: string | null;
};

export async function findCertificateRow(
  db: Db,
  name: string,
): Promise<CertificateRow | undefined> {
  const row = await db
    .selectFrom("certificates")
    .select(["source", "chain", "issuer", "not_before", "not_after", "error"])
    .where("name", "=", name)
    .executeTakeFirst();
  return row as CertificateRow | undefined;
}

/** Forgets the certificate of a name that no longer leads here; an issued one is revoked. */
export async function releaseCertificate(db: Db, name: string): Promise<void> {
  await sql`
    with gone as (
      delete from certificates where name = ${name}
      returning name, source, chain, private_key, directory_url, not_after
    ), pending as (
      delete from certificate_challenges where name = ${name}
    )
    insert into certificate_revocations (name, chain, private_key, directory_url)
    select name, chain, private_key, directory_url from gone
    where source = 'acme' and chain is not null and directory_url is not null
      and not_after > now()`.execute(db);
}

export async function findKeyAuthorization(
  db: Db,
  { token, name }: { token: string; name: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("certificate_challenges")
    .select("key_authorization")
    .where("token", "=", token)
    .where("name", "=", name)
    .where("kind", "=", "http-01")
    .where("expires_at", ">", sql<string>`now()`)
    .executeTakeFirst();
  return row?.key_authorization;
}

/**
 * Retries a failed order now: its cause may have been fixed. The authority's limits still apply.
 */
export async function retryOrder(
  db: Db,
  { name, status_page_id }: CertificateRequest,
): Promise<void> {
  await sql`
    update certificates set due_at = now()
    where name = ${name} and status_page_id is not distinct from ${status_page_id}
      and source = 'acme' and error <> ${AUTHORITY_PAUSED} and due_at > now()
      and (renew_at is null or renew_at <= now()) and claimed_by is null`.execute(db);
}

const LEADS_HERE = sql`a.kind = 'subdomain'
  and (a.redirects_until is null or a.redirects_until > now())`;

export async function insertApplicationHost(
  db: Db,
  _grant: ProgramGrant,
  name: string,
): Promise<void> {
  await sql`
    insert into certificates (name, source, rank) values (${name}, 'acme', ${RANKS.application})
    on conflict (name) do nothing`.execute(db);
}

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

/** Hosts whose issued certificate no page needs any more. */
export async function listUnneeded(
  db: Db,
  _grant: ProgramGrant,
  {
    application,
    domain,
    covered,
  }: {
    application: string | null;
    /** null: no page host needs one. */
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
