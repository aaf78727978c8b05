import { z } from "zod";
import { authorizeOrganization, type OrganizationTarget } from "#lib/auth/authorize.ts";
import { changeOrganization } from "#lib/change.ts";
import type { Context } from "#lib/context.ts";
import { findStrongSignIn, setStrongSignIn } from "#lib/organizations/queries.ts";

export const SignInRules = z.object({ strong_sign_in_required: z.boolean() });
type SignInRules = z.output<typeof SignInRules>;

/** @throws {AppError} `not_found`, `forbidden` */
export async function getSignInRules(
  ctx: Context,
  target: OrganizationTarget,
): Promise<SignInRules> {
  const grant = await authorizeOrganization(ctx, "organization.read", target);
  return { strong_sign_in_required: await findStrongSignIn(ctx.db, grant) };
}

/**
 * Says whether members need a second factor, a passkey or OpenID Connect. Sessions that began with a
 * password alone are led to set one up from then on; API keys go on.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function requireStrongSignIn(
  ctx: Context,
  target: OrganizationTarget,
  input: SignInRules,
): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  await changeOrganization(ctx, grant, async (trx) => {
    await setStrongSignIn(trx, grant, input.strong_sign_in_required);
    return {
      result: undefined,
      audit: {
        action: "organization.update",
        subject_id: grant.organization_id,
        changes: input,
      },
      events: [],
    };
  });
}
