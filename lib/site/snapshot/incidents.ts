import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import {
  type Affected,
  affectedAmong,
  listAllAffected,
  NOTHING_AFFECTED,
} from "#lib/incidents/impacts.queries.ts";
import type { InfoNoticeRow, NoticeUpdateRow } from "#lib/incidents/info-notices/queries.ts";
import type { PlainIncidentRow } from "#lib/incidents/queries.ts";
import { type Limits, listNewest, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { type DeletedService, listDeletedServices } from "#lib/services/past-services.queries.ts";

export type PublicIncident = PlainIncidentRow &
  Affected & {
    /** Services that it affected and that were deleted since. */
    deleted_services: DeletedService[];
    updates: UpdateRow[];
  };
export type PublicNotice = InfoNoticeRow & { service_ids: number[]; updates: NoticeUpdateRow[] };

const UPDATES: Limits = { each: 100, bytes: 2_097_152 };
export const ONE_UPDATE: Limits = { ...UPDATES, each: 1 };

type Ids = readonly number[];

export async function withDetails(
  db: Db,
  grant: PageGrant,
  rows: PlainIncidentRow[],
  visible: Ids,
  limits = UPDATES,
): Promise<PublicIncident[]> {
  const ids = rows.map((row) => row.id);
  const [affected, updates] = await Promise.all([
    listAllAffected(db, grant, ids),
    listNewest<UpdateRow>(db, grant, "incident", ids, limits),
  ]);
  const changed = ids.filter((id) => affected.get(id)?.had_deleted);
  const deleted = await listDeletedServices(db, grant, changed);
  const shown = ordering(visible);
  const named = new Set(visible);
  return rows.map((row) => ({
    ...row,
    service_ids: shown(affected.get(row.id)?.service_ids),
    impacts: affectedAmong(affected.get(row.id) ?? NOTHING_AFFECTED, named).impacts,
    deleted_services: deleted.get(row.id) ?? [],
    updates: updates.get(row.id) ?? [],
  }));
}

export async function withNoticeDetails(
  db: Db,
  grant: PageGrant,
  rows: InfoNoticeRow[],
  visible: Ids,
): Promise<PublicNotice[]> {
  const ids = rows.map((row) => row.id);
  const [links, updates] = await Promise.all([
    listAllLinks(db, grant, "info_notice", ids),
    listNewest<NoticeUpdateRow>(db, grant, "info_notice", ids, UPDATES),
  ]);
  const shown = ordering(visible);
  return rows.map((row) => ({
    ...row,
    service_ids: shown(links.get(row.id)),
    updates: updates.get(row.id) ?? [],
  }));
}

function ordering(visible: Ids): (ids?: number[]) => number[] {
  const order = new Map(visible.map((id, index) => [id, index]));
  return (ids = []) =>
    ids.filter((id) => order.has(id)).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}
