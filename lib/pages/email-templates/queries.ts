import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { Failure } from "#lib/platform/mail/letter.ts";

export const TEMPLATE_FAILED = "mail_template.fail";

type Noted = { failure: Failure; inserted_at: string };

/** The latest failure since the page's settings last changed. */
export async function findTemplateFailure(db: Db, grant: PageGrant): Promise<Noted | undefined> {
  const { status_page_id, organization_id } = grant;
  const row = await db
    .selectFrom("audit_log")
    .select(["audit_log.changes", "audit_log.inserted_at"])
    .innerJoin("status_pages as page", "page.id", "audit_log.status_page_id")
    .where("audit_log.organization_id", "=", organization_id)
    .where("audit_log.action", "=", TEMPLATE_FAILED)
    .where("audit_log.status_page_id", "=", status_page_id)
    .whereRef("audit_log.inserted_at", ">=", "page.updated_at")
    .orderBy("audit_log.inserted_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { failure: row.changes as Failure, inserted_at: row.inserted_at };
}
