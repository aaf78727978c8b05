import { isPageGone, type Trx } from "#db/index.ts";
import type { InvitationGrant, OrganizationGrant, PageGrant, ProgramGrant, UserGrant } from "#lib/auth/authorize.ts";
import { announce } from "#lib/change/announce.ts";
import { notifyAccessChanged, notifyPageChanged } from "#lib/change/queries.ts";
import type { Context } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { type LockedPage, lockPage } from "#lib/status-pages/queries.ts";

/** Does what the request wants looked at before its work, and kept after it. */
async function asAsked<T>(ctx: Context, trx: Trx, work: () => Promise<T>): Promise<T> {
  await ctx.precondition?.(trx);
  const done = await work();
  await ctx.before_commit?.(trx, done);
  return done;
}

/**
 * Runs a verb that changes what a page shows: one transaction, one writer per page at a time, and every cached copy of the page
 * dropped – here right after the commit, so that whoever wrote sees it on the very next read, in other processes by notification.
 * @param withdrawn whether the copies that are kept for bad times go as well: the page's address, or who may see it, may have changed
 */
export async function changePage<T>(
  ctx: Context,
  grant: PageGrant,
  work: (trx: Trx, page: LockedPage) => Promise<T>,
  withdrawn = false,
): Promise<T> {
  const result = await ctx.db.transaction().execute(async (trx) => {
    const page = await lockPage(trx, grant);
    await notifyPageChanged(trx, grant.status_page_id, withdrawn);
    return asAsked(ctx, trx, () => work(trx, page));
  });
  announce({ status_page_id: grant.status_page_id, withdrawn });
  return result;
}

/**
 * Runs a verb on what belongs to a page and shows on none: one transaction, and nothing cached is dropped.
 * @throws {AppError} `not_found` when the page is deleted meanwhile
 */
export async function changeRecords<T>(ctx: Context, _grant: PageGrant, work: (trx: Trx) => Promise<T>): Promise<T> {
  const change = ctx.db.transaction().execute((trx) => asAsked(ctx, trx, () => work(trx)));
  return change.catch((error) => {
    throw isPageGone(error) ? notFound() : error;
  });
}

/**
 * Runs a verb on what belongs to an organization or a user and shows on no page: one transaction, and whatever any process remembers of
 * anybody's access forgotten. When the context already has a transaction, the verb becomes part of it.
 */
export async function changeOrganization<T>(
  ctx: Context,
  _grant: OrganizationGrant | UserGrant | InvitationGrant | ProgramGrant,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  const change = async (trx: Trx) => {
    await notifyAccessChanged(trx);
    return asAsked(ctx, trx, () => work(trx));
  };
  const result = await (ctx.db.isTransaction ? change(ctx.db as Trx) : ctx.db.transaction().execute(change));
  announce("access");
  return result;
}
