import type { Db } from "#db/index.ts";
import { ROLES, type Role } from "#lib/permissions.ts";
import { type Minted, mintKey, mintUser } from "./mint.ts";

/** Who calls, with which role in the organization, and, where it differs, on the page. */
export type Caller = {
  name: string;
  organization_role: Role;
  page_role: Role;
  mint: (db: Db, organization: Minted) => Promise<string>;
};

const WRITES: readonly Role[] = ["owner", "admin", "editor"];

function byOrganizationKey(role: Role): Caller {
  return {
    name: `the organization's ${role} key`,
    organization_role: role,
    page_role: role,
    mint: (db, { id }) => mintKey(db, { organization_id: id, role }),
  };
}

function byUserKey(role: Role): Caller {
  return {
    name: `the key of a user who is ${role}`,
    organization_role: role,
    page_role: role,
    mint: async (db, { id }) => (await mintUser(db, id, role)).key,
  };
}

/** Up for roles that may write, down for the others. */
function byOverride(page_role: Role): Caller {
  const organization_role = WRITES.includes(page_role) ? "viewer" : "owner";
  return {
    name: `the key of a user who is ${organization_role}, on the page ${page_role}`,
    organization_role,
    page_role,
    mint: async (db, { id, page }) => {
      const user = await mintUser(db, id, organization_role);
      await db
        .insertInto("memberships")
        .values({ organization_id: id, user_id: user.id, status_page_id: page.id, role: page_role })
        .execute();
      return user.key;
    },
  };
}

/** Everybody who has a role, in each way to have it. */
export const CALLERS: readonly Caller[] = ROLES.flatMap((role) => [
  byOrganizationKey(role),
  byUserKey(role),
  byOverride(role),
]);
