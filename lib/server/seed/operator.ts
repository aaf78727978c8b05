import { newPassword } from "#lib/core/access/passwords.ts";
import type { Context } from "#lib/core/request/context.ts";
import { createOrganizationKey } from "#lib/identity/api-keys/api-keys.ts";
import { createUser } from "#lib/identity/users/users.ts";

/** How the operator of a seeded organization gets in. */
export type Admission = { organization_id: number; email: string; password: string; token: string };

/** Makes an owner with a generated password and an owner's key for a seeded organization. */
export async function admitOperator(
  ctx: Context,
  organization_id: number,
  email: string,
): Promise<Admission> {
  const password = newPassword();
  await createUser(ctx, { organization_id }, { email, name: "Admin", password, role: "owner" });
  const { token } = await createOrganizationKey(
    ctx,
    { organization_id },
    { name: "First key", role: "owner" },
  );
  return { organization_id, email, password, token };
}
