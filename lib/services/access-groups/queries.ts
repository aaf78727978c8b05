import { type Selectable, sql } from "kysely";
import type { Db } from "#db/index.ts";
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

/** What all access groups of the page have as JSON, in bytes. */
export async function bytesOfAccessGroups(db: Db, grant: PageGrant): Promise<number> {
  return bytes(db, grant, sql<number>`${bytesOfLinks("access_group")} + ${BYTES_OF_MEMBERS}`);
}
