import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { MemberFilter } from "#lib/identity/members/queries.ts";
import { listPageMemberRows } from "#lib/identity/page-members/queries.ts";
import type { PageMember } from "#lib/identity/page-members/schema.ts";
import { serializePageMember } from "#lib/identity/page-members/serialize.ts";

export type PageMemberTarget = PageTarget & { page_member_id: number };

/**
 * Who has a role on this page alone, or is invited to it, oldest first.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listPageMembers(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: MemberFilter,
): Promise<Listed<PageMember>> {
  const grant = await authorize(ctx, "page_member.read", target);
  return listPageMemberRows(ctx.db, grant, slice, filter, (rows) => rows.map(serializePageMember));
}
