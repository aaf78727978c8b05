import type { Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { checkKnown } from "#lib/core/transaction/known-services.ts";
import type { LockedPage } from "#lib/core/transaction/queries.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import {
  listApplyingMembershipIds,
  setGroupMembers,
} from "#lib/services/access-groups/members.queries.ts";
import { listAccessGroupRows } from "#lib/services/access-groups/queries.ts";
import type { UpdateAccessGroup } from "#lib/services/access-groups/schema.ts";
import { listAllLinks, setLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

type Content = Pick<UpdateAccessGroup, "service_ids" | "users_status_pages">;

/**
 * Sets the services and members of an access group that are given.
 * @throws {AppError} `invalid` unless they are of the page
 */
export async function fillGroup(
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

/** Whether visitors, or on a page for members the viewers of some group, do not see a service. */
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
