import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

type Progress = { services: boolean; monitoring: boolean; team: boolean };

/** `team`: a second member, or an invitation. */
export async function readProgress(db: Db, grant: PageGrant): Promise<Progress> {
  const { status_page_id, organization_id } = grant;
  const services = db
    .selectFrom("services")
    .select("id")
    .where("status_page_id", "=", status_page_id);
  const others = db
    .selectFrom("memberships")
    .select("id")
    .where("organization_id", "=", organization_id)
    .offset(1);
  return db
    .selectNoFrom(({ exists }) => [
      exists(services).$castTo<boolean>().as("services"),
      exists(services.where("monitoring", "is not", null))
        .$castTo<boolean>()
        .as("monitoring"),
      exists(others).$castTo<boolean>().as("team"),
    ])
    .executeTakeFirstOrThrow();
}
