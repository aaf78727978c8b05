import type { Db } from "#db/index.ts";
import { ROLES, type Role } from "#lib/core/access/permissions.ts";
import { PEOPLE } from "#tests/support/actions/people.ts";
import { type Minted, mintKey } from "#tests/support/data/mint.ts";

/** Who calls, with which role in the organization, and, where it differs, on the page. */
export type Caller = {
  name: string;
  organization_role: Role;
  page_role: Role;
  mint: (db: Db, organization: Minted) => Promise<string>;
};

function byOrganizationKey(role: Role): Caller {
  return {
    name: `the organization's ${role} key`,
    organization_role: role,
    page_role: role,
    mint: (db, { id }) => mintKey(db, { organization_id: id, role }),
  };
}

/** Everybody who has a role in the organization, in each way to have it. */
export const CALLERS: readonly Caller[] = [
  ...ROLES.map(byOrganizationKey),
  ...PEOPLE.flatMap(({ name, organization_role, page_role, mint }) =>
    organization_role === null
      ? []
      : {
          name: `the key of a user who is ${name}`,
          organization_role,
          page_role,
          mint: async (db: Db, organization: Minted) => (await mint(db, organization)).key,
        },
  ),
];
