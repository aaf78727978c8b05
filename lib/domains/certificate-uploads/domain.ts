import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { getStatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";

/** The page's custom domain; null: it has none. */
export async function domainOf(db: Db, grant: PageGrant): Promise<string | null> {
  const { settings } = await getStatusPageRow(db, grant);
  return parseSettings(settings).domain_config.domain;
}
