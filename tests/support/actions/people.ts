import type { Db } from "#db/index.ts";
import { ACTIONS, type ActionName } from "#lib/api/action-list.ts";
import { mayRole, type Permission, ROLES, type Role } from "#lib/core/access/permissions.ts";
import type { Method } from "#lib/identity/users/schema.ts";
import { person } from "#tests/support/data/accounts.ts";
import {
  type Minted,
  type MintedUser,
  mintOrganization,
  mintUser,
} from "#tests/support/data/mint.ts";
import { accountCookie } from "#tests/support/data/page-visitors.ts";
import { sampleIds } from "#tests/support/data/samples.ts";
import type { Subject } from "./sample.ts";

/** Who has a session, by their role in the organization and, where it differs, on the page. */
export type Person = {
  name: string;
  organization_role: Role | null;
  page_role: Role;
  mint: (db: Db, organization: Minted) => Promise<MintedUser>;
};

const member = (role: Role): Person => ({
  name: role,
  organization_role: role,
  page_role: role,
  mint: (db, { id }) => mintUser(db, id, role),
});

const onPageAlone = (role: Role): Person => ({
  name: `${role} of the page alone`,
  organization_role: null,
  page_role: role,
  mint: (db, { id, page }) => mintUser(db, id, role, page.id),
});

/** Up for roles that may write, down for the others. */
function overridden(page_role: Role): Person {
  const organization_role = mayRole(page_role, "incident.write") ? "viewer" : "owner";
  return {
    name: `${organization_role}, on the page ${page_role}`,
    organization_role,
    page_role,
    mint: async (db, { id, page }) => {
      const user = await mintUser(db, id, organization_role);
      await db
        .insertInto("memberships")
        .values({ organization_id: id, user_id: user.id, status_page_id: page.id, role: page_role })
        .execute();
      return user;
    },
  };
}

/** Everybody who has a role, in each way to have it. */
export const PEOPLE: readonly Person[] = ROLES.flatMap((role) => [
  member(role),
  onPageAlone(role),
  overridden(role),
]);

/** The cookie of a new session, one that began with two factors unless told otherwise. */
export function cookieOf(
  db: Db,
  user: Pick<MintedUser, "id">,
  method: Method = "two_factor",
): Promise<string> {
  return accountCookie(db, user, method);
}

/** The permission that an action asks for; null: it is no role that counts. */
export function permissionOf(name: ActionName): Permission | null {
  const { access } = ACTIONS[name];
  return access === "anybody" || access === "signed_in" ? null : access;
}

/** Whether the role that counts where an action acts allows it. */
export function may(name: ActionName, { organization_role, page_role }: Person): boolean {
  const permission = permissionOf(name);
  if (permission === null) return true;
  if ("subdomain" in ACTIONS[name].target.shape) return mayRole(page_role, permission);
  return organization_role !== null && mayRole(organization_role, permission);
}

/** An organization of one's own with a record of each kind, and one of its people. */
export async function mintSubject(
  db: Db,
  mint: Person["mint"] = async (_db, { owner }) => owner,
): Promise<Subject> {
  const organization = await mintOrganization(db);
  const ids = await sampleIds(db, organization);
  const user = await mint(db, organization);
  return { database: db, organization, ids, user, ctx: person(db, user.id) };
}

/** Of those who may the one with the least power; the owner where roles do not count. */
export function weakest(name: ActionName): Person {
  if (permissionOf(name) === null) return member("owner");
  const least = PEOPLE.filter((one) => may(name, one) && one.organization_role === one.page_role);
  return least.at(-1) ?? member("owner");
}
