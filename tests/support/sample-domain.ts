import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { type DomainConfig, NO_DOMAIN } from "#lib/status-pages/domain-config.ts";

/** Asks for a custom domain of a page, straight in the database. */
export async function mintDomain(
  db: Db,
  status_page_id: number,
  config: Partial<DomainConfig> & { domain: string },
): Promise<void> {
  const asked: DomainConfig = {
    ...NO_DOMAIN,
    provider: "legacy_custom_domain",
    status: "configuring",
    ...config,
  };
  const domain_config = JSON.stringify({ domain_config: asked });
  await db
    .updateTable("status_pages")
    .set({ settings: sql`settings || ${domain_config}::jsonb` })
    .where("id", "=", status_page_id)
    .execute();
}
