import { organizationExists } from "#lib/core/access/queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findUserByEmail } from "#lib/identity/users/queries.ts";
import { CliError } from "#lib/server/cli/failure.ts";

/** @throws {CliError} when there is no such organization */
export async function requireOrganization(
  ctx: Context,
  id: number,
): Promise<{ organization_id: number }> {
  if (!(await organizationExists(ctx.db, id))) throw new CliError(`There is no organization ${id}`);
  return { organization_id: id };
}

/** @throws {CliError} when no user has this address */
export async function requireUser(ctx: Context, email: string): Promise<{ user_id: number }> {
  const user = await findUserByEmail(ctx.db, email);
  if (!user) throw new CliError(`There is no user ${email}`);
  return { user_id: user.id };
}
