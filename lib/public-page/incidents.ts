import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import {
  listIncidentServices,
  listNewestUpdates,
  listNoticeServices,
  listNoticeUpdates,
  type NoticeRow,
  type NoticeUpdateRow,
} from "#lib/public-page/queries.ts";

/** An incident or maintenance with the services a visitor may see and its updates, newest first. */
export type PublicIncident = IncidentRow & { service_ids: number[]; updates: UpdateRow[] };
export type PublicNotice = NoticeRow & { service_ids: number[]; updates: NoticeUpdateRow[] };

function groupBy<T, V>(rows: T[], key: (row: T) => number, value: (row: T) => V): Map<number, V[]> {
  const groups = new Map<number, V[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(value(row));
    else groups.set(key(row), [value(row)]);
  }
  return groups;
}

/** Adds services, in the order of the page, and updates to incidents. */
export async function withDetails(db: Db, grant: PageGrant, rows: IncidentRow[], visible: readonly number[]): Promise<PublicIncident[]> {
  const ids = rows.map((row) => row.id);
  const [links, updates] = await Promise.all([listIncidentServices(db, grant, ids), listNewestUpdates(db, grant, ids)]);
  const affected = groupBy(
    links,
    (link) => link.incident_id,
    (link) => link.service_id,
  );
  const posted = groupBy(
    updates,
    (update) => update.incident_id,
    (update) => update,
  );
  const order = new Map(visible.map((id, index) => [id, index]));
  return rows.map((row) => ({ ...row, service_ids: inOrder(affected.get(row.id), order), updates: posted.get(row.id) ?? [] }));
}

export async function withNoticeDetails(db: Db, grant: PageGrant, rows: NoticeRow[], visible: readonly number[]): Promise<PublicNotice[]> {
  const ids = rows.map((row) => row.id);
  const [links, updates] = await Promise.all([listNoticeServices(db, grant, ids), listNoticeUpdates(db, grant, ids)]);
  const affected = groupBy(
    links,
    (link) => link.info_notice_id,
    (link) => link.service_id,
  );
  const posted = groupBy(
    updates,
    (update) => update.info_notice_id,
    (update) => update,
  );
  const order = new Map(visible.map((id, index) => [id, index]));
  return rows.map((row) => ({ ...row, service_ids: inOrder(affected.get(row.id), order), updates: posted.get(row.id) ?? [] }));
}

function inOrder(ids: number[] = [], order: Map<number, number>): number[] {
  return ids.filter((id) => order.has(id)).sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}
