import type { Db } from "#db/index.ts";
import { SMS } from "#lib/channels/channels.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { findEnabled } from "#lib/pages/integrations/queries.ts";
import type { Settings } from "#lib/pages/schema.ts";
import { isOffered } from "#lib/subscribers/offered.ts";

/** Whether a page offers texts, and has an integration that sends them. */
export async function hasSms(db: Db, grant: PageGrant, settings: Settings): Promise<boolean> {
  return isOffered("sms", settings) && !!(await findEnabled(db, grant, Object.keys(SMS)));
}
