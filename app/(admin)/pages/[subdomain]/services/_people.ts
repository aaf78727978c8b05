import type { Pickable } from "#app/_ui/admin/picker.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { Pagination, sliceFrom } from "#lib/api/pagination.ts";
import { listMembers } from "#lib/identity/members/members.ts";
import { env } from "#lib/platform/config/env.ts";

const MAX_SHOWN = 100;

/**
 * Possible recipients for a service: the first hundred members of the organization, and those
 * chosen already. Null: the user may not see members.
 */
export async function readPeople(
  { ctx, page, may, t }: Admin,
  chosen: readonly number[],
): Promise<Pickable[] | null> {
  if (!may("organization.read")) return null;
  const slice = sliceFrom(Pagination.parse({ limit: String(MAX_SHOWN) }), env().APP_URL);
  const { rows } = await listMembers(ctx, page, slice, {});
  const people = rows.flatMap(({ user, email }) => (user ? [{ id: user.id, name: email }] : []));
  const others = chosen.filter((id) => !people.some((person) => person.id === id));
  const unknown = others.map((id) => ({ id, name: t("admin_services.somebody", { id }) }));
  return [...people, ...unknown];
}
