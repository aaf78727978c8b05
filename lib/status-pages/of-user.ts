import { authorizeUser, type UserTarget } from "#lib/auth/authorize.ts";
import { mayRole } from "#lib/auth/permissions.ts";
import type { Context } from "#lib/context.ts";
import { listPagesOfUser, type OwnPageRow } from "#lib/status-pages/queries.ts";

/** A page on which someone has a role; `may_manage` says whether that is enough for the admin UI. */
export type OwnPage = OwnPageRow & { may_manage: boolean };

const MAX_SHOWN = 500;

/**
 * The pages on which a user has a role, by organization and name.
 * @throws {AppError} `not_found` unless it is the caller
 */
export async function listOwnPages(ctx: Context, target: UserTarget): Promise<OwnPage[]> {
  const grant = await authorizeUser(ctx, target);
  const rows = await listPagesOfUser(ctx.db, grant, MAX_SHOWN);
  return rows.map((row) => ({ ...row, may_manage: mayRole(row.role, "page.read") }));
}
