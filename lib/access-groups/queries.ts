import type { Selectable } from "kysely";
import type { AccessGroups } from "#db/types.ts";
import { pageRows } from "#lib/page-rows/queries.ts";

export type AccessGroupRow = Selectable<AccessGroups>;

export const {
  list: listAccessGroupRows,
  get: getAccessGroupRow,
  insert: insertAccessGroup,
  update: updateAccessGroupRow,
  remove: deleteAccessGroupRow,
} = pageRows("access_groups");
