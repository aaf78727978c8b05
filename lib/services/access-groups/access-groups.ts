import type { Db, Trx } from "#db/index.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { checkKnown } from "#lib/core/transaction/page-rows.queries.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { assertFitsInResponse } from "#lib/core/transaction/record-limits.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import {
  type AccessGroupRow,
  bytesOfAccessGroups,
  deleteAccessGroupRow,
  getAccessGroupRow,
  insertAccessGroup,
  listAccessGroupRows,
  listApplyingMembershipIds,
  listGroupMembers,
  setGroupMembers,
  updateAccessGroupRow,
} from "#lib/services/access-groups/queries.ts";
import type {
  AccessGroup,
  CreateAccessGroup,
  UpdateAccessGroup,
} from "#lib/services/access-groups/schema.ts";
import { listAllLinks, listLinks, setLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

type AccessGroupTarget = PageTarget & { access_group_id: number };

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

async function completeAccessGroup(
  db: Db,
  grant: PageGrant,
  row: AccessGroupRow,
): Promise<AccessGroup> {
  const [complete] = await completeAccessGroups(db, grant, [row]);
  return complete as AccessGroup;
}

/** Oldest first. @throws {AppError} `not_found`, `forbidden` */
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

type Content = Pick<UpdateAccessGroup, "service_ids" | "users_status_pages">;

/** Replaces the given lists. @throws {AppError} `invalid` on ids that are not the page's */
async function fillGroup(
  trx: Trx,
  grant: PageGrant,
  groupId: number,
  { service_ids, users_status_pages }: Content,
): Promise<void> {
  if (service_ids) {
    await checkKnown(trx, grant, service_ids);
    await setLinks(trx, grant, "access_group", groupId, service_ids);
  }
  if (users_status_pages) {
    const known = await listApplyingMembershipIds(trx, grant, users_status_pages);
    if (known.length < users_status_pages.length)
      throw invalid({ users_status_pages: [{ code: "unknown" }] });
    await setGroupMembers(trx, grant, groupId, users_status_pages);
  }
}

/** Whether anyone who may open the page, or some group of its members, cannot see a service. */
export async function isHiddenFromSome(
  trx: Trx,
  grant: PageGrant,
  page: LockedPage,
  serviceId: number,
): Promise<boolean> {
  const services = await listPlainServiceRows(trx, grant);
  const groups = page.member_restricted ? await listAccessGroupRows(trx, grant) : [];
  const ids = groups.map((group) => group.id);
  const granted = await listAllLinks(trx, grant, "access_group", ids);
  return [null, ...granted.values()].some(
    (only) => !visibleServices(services, only).some(({ id }) => id === serviceId),
  );
}

/** @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createAccessGroup(
  ctx: Context,
  target: PageTarget,
  input: CreateAccessGroup,
): Promise<AccessGroup> {
  const grant = await authorize(ctx, "access_group.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const group = await insertAccessGroup(trx, grant, { name: input.name });
    await fillGroup(trx, grant, group.id, input);
    assertFitsInResponse(page, await bytesOfAccessGroups(trx, grant));
    return {
      result: await completeAccessGroup(trx, grant, group),
      audit: { action: "access_group.create", subject_id: group.id, changes: input },
      events: [],
    };
  });
}

/** @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function updateAccessGroup(
  ctx: Context,
  target: AccessGroupTarget,
  input: UpdateAccessGroup,
): Promise<AccessGroup> {
  const grant = await authorize(ctx, "access_group.write", target);
  return changePage(ctx, grant, async (trx, page) => {
    const row = await getAccessGroupRow(trx, grant, target.access_group_id);
    const before = await completeAccessGroup(trx, grant, row);
    const { id } = row;
    await fillGroup(trx, grant, id, input);
    const group = await updateAccessGroupRow(trx, grant, id, {
      name: input.name,
      updated_at: wireNow(),
    });
    assertFitsInResponse(page, await bytesOfAccessGroups(trx, grant));
    return {
      result: await completeAccessGroup(trx, grant, group),
      audit: { action: "access_group.update", subject_id: id, changes: input, before },
      events: [],
      was: { result: before },
    };
  });
}

/** Viewers left in no group see the whole page. @throws {AppError} `not_found`, `forbidden` */
export async function deleteAccessGroup(ctx: Context, target: AccessGroupTarget): Promise<void> {
  const grant = await authorize(ctx, "access_group.write", target);
  await changePage(ctx, grant, async (trx) => {
    const { id, name } = await deleteAccessGroupRow(trx, grant, target.access_group_id);
    return {
      result: undefined,
      audit: { action: "access_group.delete", subject_id: id, changes: { name } },
      events: [],
    };
  });
}
