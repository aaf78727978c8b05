import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { AccessGroups } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { bytesOfLinks } from "#lib/services/links.queries.ts";

export type AccessGroupRow = Selectable<AccessGroups>;

const { bytes, ...rows } = pageRows("access_groups");

export const {
  list: listAccessGroupRows,
  get: getAccessGroupRow,
  insert: insertAccessGroup,
  update: updateAccessGroupRow,
  remove: deleteAccessGroupRow,
} = rows;

const BYTES_OF_MEMBERS = sql<number>`(
  select 10 * count(*) from access_group_memberships as link
  where link.status_page_id = found.status_page_id and link.access_group_id = found.id
)`;

/** As JSON. */
export async function bytesOfAccessGroups(db: Db, grant: PageGrant): Promise<number> {
  return bytes(db, grant, sql<number>`${bytesOfLinks("access_group")} + ${BYTES_OF_MEMBERS}`);
}

/** Membership ids by group, in the given order. */
export async function listGroupMembers(
  db: Db,
  grant: PageGrant,
  groupIds: number[],
): Promise<Map<number, number[]>> {
  const members = new Map<number, number[]>(groupIds.map((id) => [id, []]));
  if (groupIds.length === 0) return members;
  const rows = await db
    .selectFrom("access_group_memberships")
    .select(["access_group_id", "membership_id"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("access_group_id", "in", groupIds)
    .orderBy("place")
    .execute();
  for (const { access_group_id, membership_id } of rows)
    members.get(access_group_id)?.push(membership_id);
  return members;
}

export async function setGroupMembers(
  trx: Trx,
  grant: PageGrant,
  groupId: number,
  membershipIds: readonly number[],
): Promise<void> {
  const page = grant.status_page_id;
  await trx
    .deleteFrom("access_group_memberships")
    .where("status_page_id", "=", page)
    .where("access_group_id", "=", groupId)
    .execute();
  await sql`
    insert into access_group_memberships (status_page_id, access_group_id, membership_id, place)
    select ${page}, ${groupId}, given.* from unnest(${membershipIds}::bigint[])
      with ordinality as given`.execute(trx);
}

/** Only ids that apply to the page. Locks the rows against deletion. */
export async function listApplyingMembershipIds(
  trx: Trx,
  grant: PageGrant,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom("memberships")
    .select("id")
    .where("organization_id", "=", grant.organization_id)
    .where((eb) =>
      eb.or([eb("status_page_id", "is", null), eb("status_page_id", "=", grant.status_page_id)]),
    )
    .where("id", "in", ids)
    .forKeyShare()
    .execute();
  return rows.map((row) => row.id);
}
