import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "#db/types.ts";
import { type DomainConfig, NO_DOMAIN } from "#lib/pages/domain-config.ts";

/** A name that nobody else has; the tests' browser finds it on this machine. */
export function newDomain(): string {
  return `status-${randomBytes(5).toString("hex")}.example.test`;
}

/** What a page has once its domain is set up. */
export function activeDomain(domain: string): DomainConfig {
  return { ...NO_DOMAIN, provider: "legacy_custom_domain", domain, status: "active" };
}

/** Changes a page's domain_config as a set-up does; visitors are told of it. */
export async function putDomain(
  db: Kysely<DB>,
  statusPageId: number,
  config: Partial<DomainConfig>,
): Promise<void> {
  const values = JSON.stringify({ ...NO_DOMAIN, ...config });
  await sql`
    update status_pages set settings = settings || jsonb_build_object('domain_config', ${values}::jsonb)
    where id = ${statusPageId}`.execute(db);
  await sql`select pg_notify('page_withdrawn', ${`${statusPageId}:page:access`})`.execute(db);
}
