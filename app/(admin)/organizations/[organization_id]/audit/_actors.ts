import type { OrganizationAdmin } from "#app/(admin)/_shared/organization.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import type { AuditRow } from "#lib/core/audit/schema.ts";
import { listApiKeys } from "#lib/identity/api-keys/api-keys.ts";
import { listMembers } from "#lib/identity/members/members.ts";
import { env } from "#lib/platform/config/env.ts";

const MAX_LISTED = "100";

type Choice = { value: string; label: string };

/** Choices of the filter: members, keys, the program, and the one that is chosen. */
export async function readActors(
  { ctx, organization, may, t }: OrganizationAdmin,
  rows: AuditRow[],
  chosen: string | undefined,
): Promise<Choice[]> {
  const target = { organization_id: organization.id };
  const slice = sliceFrom(Pagination.parse({ limit: MAX_LISTED }), env().APP_URL);
  const [members, keys] = await Promise.all([
    listMembers(ctx, target, slice, {}),
    may("organization.write") ? listApiKeys(ctx, target, slice) : { rows: [] },
  ]);
  const listed = [
    ...members.rows.flatMap(({ user, email }) =>
      user ? [{ value: `user:${user.id}`, label: email }] : [],
    ),
    ...keys.rows.map(({ id, name }) => ({ value: `api_key:${id}`, label: name })),
    { value: "system", label: t("admin_audit.system") },
  ];
  if (!chosen || listed.some(({ value }) => value === chosen)) return listed;
  const name = rows.find(({ actor }) => actor === chosen)?.actor_name;
  return [...listed, { value: chosen, label: name ?? chosen }];
}
