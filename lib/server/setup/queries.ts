import type { Db } from "#db/index.ts";
import { primaryAddress } from "#lib/core/addresses/queries.ts";
import type { Addressed } from "#lib/core/addresses/url.ts";

export type Installation = {
  pages: Addressed[];
  has_organization: boolean;
  owner: { organization_id: number; email: string } | null;
};

const SHOWN_PAGES = 5;

export async function readInstallation(db: Db): Promise<Installation> {
  const [organization, pages, owner] = await Promise.all([
    db.selectFrom("organizations").select("id").limit(1).executeTakeFirst(),
    db
      .selectFrom("status_pages as page")
      .select(primaryAddress().as("address"))
      .orderBy("id")
      .limit(SHOWN_PAGES)
      .execute(),
    db
      .selectFrom("memberships")
      .innerJoin("users", "users.id", "memberships.user_id")
      .select(["memberships.organization_id", "users.email"])
      .where("memberships.role", "=", "owner")
      .where("memberships.status_page_id", "is", null)
      .orderBy("memberships.organization_id")
      .orderBy("memberships.id")
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    pages,
    has_organization: organization !== undefined,
    owner: owner ?? null,
  };
}
