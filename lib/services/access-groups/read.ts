import type { Db } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listGroupMembers } from "#lib/services/access-groups/members.queries.ts";
import {
  type AccessGroupRow,
  getAccessGroupRow,
  listAccessGroupRows,
} from "#lib/services/access-groups/queries.ts";
import type { AccessGroup } from "#lib/services/access-groups/schema.ts";
import { listLinks } from "#lib/services/links.queries.ts";

export type AccessGroupTarget = PageTarget & { access_group_id: number };

/** Access group rows with their services and members, as the wire has them. */
async function completeAccessGroups(
  db: Db,
  grant: PageGrant,
  rows: AccessGroupRow[],
): Promise<AccessGroup[]> {
  const ids = rows.map((row) => row.id);
  const [services, members] = await Promise.all([
    listLinks(db, grant, "access_group", ids),
    listGroupMembers(db, grant, ids),
  ]);
  return rows.map(({ id, name }) => ({
    id,
    name,
    service_ids: services.get(id) ?? [],
    users_status_pages: members.get(id) ?? [],
  }));
}

export async function completeAccessGroup(
  db: Db,
  grant: PageGrant,
  row: AccessGroupRow,
): Promise<AccessGroup> {
  const [complete] = await completeAccessGroups(db, grant, [row]);
  return complete as AccessGroup;
}

/** All access groups of the page, oldest first. @throws {AppError} `not_found`, `forbidden` */
export async function listAccessGroups(ctx: Context, target: PageTarget): Promise<AccessGroup[]> {
  const grant = await authorize(ctx, "page.read", target);
  return completeAccessGroups(ctx.db, grant, await listAccessGroupRows(ctx.db, grant));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getAccessGroup(
  ctx: Context,
  target: AccessGroupTarget,
): Promise<AccessGroup> {
  const grant = await authorize(ctx, "page.read", target);
  return completeAccessGroup(
    ctx.db,
    grant,
    await getAccessGroupRow(ctx.db, grant, target.access_group_id),
  );
}
