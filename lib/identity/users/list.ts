import { authorizeProgram } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { type ListedUser, listUserRows } from "#lib/identity/users/queries.ts";

/**
 * All users, or those of an organization, oldest first.
 * @throws {AppError} `forbidden` unless it is the program itself that asks
 */
export async function listUsers(ctx: Context, organization_id?: number): Promise<ListedUser[]> {
  return listUserRows(ctx.db, authorizeProgram(ctx), organization_id);
}
