import {
  authorizeInvitation,
  authorizeOrganization,
  authorizeProgram,
  authorizeUser,
  type InvitationGrant,
  inZone,
  type OrganizationGrant,
  type PageGrant,
  type ProgramGrant,
  type UserGrant,
} from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import {
  changeInstallation,
  changeOrganization,
  changePage,
  changeRecords,
} from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { addMember } from "#lib/identity/members/members.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { expect, test } from "#tests/support/test.ts";

const FORGED = /not made by the door/;

const never = async () => {
  throw new Error("the work of a forged grant ran");
};

// What must not compile is marked; `npm run check` fails when it does.
test("a page's grant is neither copied, changed nor written by hand", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const grant = await systemGrant(database, organization.page.subdomain);
  // @ts-expect-error
  const copied: PageGrant = { ...grant };
  // @ts-expect-error
  const changed: PageGrant = { ...grant, status_page_id: 1 };
  // @ts-expect-error
  const assigned: PageGrant = Object.assign({}, { ...grant });
  for (const forged of [copied, changed, assigned]) {
    await expect(changePage(ctx, forged, never)).rejects.toThrow(FORGED);
    await expect(changeRecords(ctx, forged, never)).rejects.toThrow(FORGED);
  }
  expect(() => Object.assign(grant, { status_page_id: 1 })).toThrow(TypeError);
});

test("the zone in force comes into a page's grant through the door", async ({
  database,
  organization,
}) => {
  const grant = await systemGrant(database, organization.page.subdomain);
  const moved = inZone(grant, "Asia/Tokyo");
  expect({ ...moved }).toEqual({ ...grant, time_zone: "Asia/Tokyo" });
  const ctx = systemContext(database, "test");
  expect(await changeRecords(ctx, moved, async () => unchanged("done"))).toBe("done");
});

test("no other grant is copied or written by hand, and none stands for another", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "test");
  const target = { organization_id: organization.id };
  const input = { email: "invited@example.com", role: "viewer" } as const;
  const { invitation_url = "" } = await addMember(ctx, target, input);
  const whole = await authorizeOrganization(ctx, "organization.read", target);
  const user = await authorizeUser(ctx, { user_id: organization.owner.id });
  const invited = await authorizeInvitation(ctx, invitation_url.split("/").at(-1) ?? "");
  const program = authorizeProgram(ctx);
  // @ts-expect-error
  const organizations: OrganizationGrant = { ...whole };
  // @ts-expect-error
  const users: UserGrant = { ...user, user_id: 1 };
  // @ts-expect-error
  const invitations: InvitationGrant = { ...invited };
  // @ts-expect-error
  const programs: ProgramGrant = {};
  for (const forged of [organizations, users, invitations])
    await expect(changeOrganization(ctx, forged, never)).rejects.toThrow(FORGED);
  await expect(changeInstallation(ctx, programs, never)).rejects.toThrow(FORGED);
  // @ts-expect-error
  const mistaken: readonly ProgramGrant[] = [whole, user, invited];
  // @ts-expect-error
  const page: PageGrant = program;
  expect([...mistaken, page]).toHaveLength(4);
});
