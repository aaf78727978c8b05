import { type Selectable, sql } from "kysely";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { IncidentDrafts } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";

export type IncidentDraftRow = Selectable<IncidentDrafts>;

export const {
  get: getDraftRow,
  lock: lockDraft,
  insert: insertDraft,
  update: updateDraftRow,
  remove: deleteDraftRow,
} = pageRows("incident_drafts");

const NEWEST_FIRST: Order = { columns: ["id"], direction: "desc" };

function drafts(db: Db, grant: PageGrant) {
  return db.selectFrom("incident_drafts").where("status_page_id", "=", grant.status_page_id);
}

export async function listDraftRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  answer: (rows: IncidentDraftRow[]) => Answered[],
): Promise<Listed<Answered>> {
  const query = drafts(db, grant).selectAll();
  return readList(db, query, slice, { order: NEWEST_FIRST, count: countAll(db, query), answer });
}

export async function countDrafts(trx: Trx, grant: PageGrant): Promise<number> {
  const { total } = await drafts(trx, grant)
    .select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
