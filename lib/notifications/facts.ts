import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { EventNotice } from "#lib/core/events/event.ts";
import {
  getInfoNoticeRow,
  type InfoNoticeRow,
  type NoticeUpdateRow,
} from "#lib/incidents/info-notices/queries.ts";
import { getIncidentRow, type IncidentRow } from "#lib/incidents/queries.ts";
import { isCurrent } from "#lib/incidents/timers/rules.ts";
import { type IncidentTypeRow, listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { listeningTo } from "#lib/notifications/audience/listening.ts";
import type { Listening } from "#lib/notifications/audience/queries.ts";
import { findNewest, type NewsEvent, noticeOf } from "#lib/notifications/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { listPlainServiceRows, type PlainServiceRow } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

export type AboutIncident = { kind: "incident"; record: IncidentRow; types: IncidentTypeRow[] };
type About =
  | (AboutIncident & { update: UpdateRow; notice: null })
  /** Told because time has come; `update`: the newest, if any. */
  | (AboutIncident & { update: UpdateRow | null; notice: EventNotice })
  | { kind: "info_notice"; record: InfoNoticeRow; update: NoticeUpdateRow; notice: null };

/** What an event tells, as it is now. */
export type Facts = About & {
  page: StatusPageRow;
  settings: Settings;
  /** All of the page. */
  services: PlainServiceRow[];
  /** What it affects, private ones too. */
  service_ids: number[];
  /** What it affects of what visitors see, in the order of the page. */
  shown: PlainServiceRow[];
  /** null: nobody hears of it. */
  listening: Listening | null;
};

async function aboutNotice(
  db: Db,
  grant: PageGrant,
  incidentId: number,
  notice: EventNotice,
): Promise<About | undefined> {
  const record = await getIncidentRow(db, grant, incidentId);
  if (!isCurrent(notice, record, wireNow())) return undefined;
  const [updates, types] = await Promise.all([
    listUpdates(db, grant, [incidentId]),
    listIncidentTypeRows(db, grant),
  ]);
  const [update = null] = updates.get(incidentId) ?? [];
  return { kind: "incident", record, types, update, notice };
}

async function aboutOf(db: Db, grant: PageGrant, event: NewsEvent): Promise<About | undefined> {
  const [kind, id] = event.subject.split(":");
  const notice = noticeOf(event);
  if (notice) return aboutNotice(db, grant, Number(id), notice);
  const updates = event.news_update_ids ?? [];
  if (kind === "incident") {
    const update = await findNewest(db, grant, kind, updates);
    if (!update) return undefined;
    const [record, types] = await Promise.all([
      getIncidentRow(db, grant, Number(id)),
      listIncidentTypeRows(db, grant),
    ]);
    return { kind, record, update, types, notice };
  }
  const update = await findNewest(db, grant, "info_notice", updates);
  if (!update) return undefined;
  const record = await getInfoNoticeRow(db, grant, Number(id));
  return { kind: "info_notice", record, update, notice };
}

/** @returns undefined when what it tells is gone */
async function findAbout(db: Db, grant: PageGrant, event: NewsEvent): Promise<About | undefined> {
  try {
    return await aboutOf(db, grant, event);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

/**
 * What an event tells, as it is now.
 * @returns undefined when that is gone: the page, the record, or what was posted; or when what a
 *   notice tells is not so any more
 */
export async function readFacts(
  db: Db,
  grant: PageGrant,
  event: NewsEvent,
): Promise<Facts | undefined> {
  const about = await findAbout(db, grant, event);
  if (!about) return undefined;
  const { kind, record } = about;
  const [page, services, links] = await Promise.all([
    getStatusPageRow(db, grant),
    listPlainServiceRows(db, grant),
    listAllLinks(db, grant, kind, [record.id]),
  ]);
  const settings = parseSettings(page.settings);
  const service_ids = links.get(record.id) ?? [];
  const group_ids = record.subscription_group_ids;
  const told =
    about.kind === "incident"
      ? { incident_id: about.record.id, type: about.record.type, service_ids, group_ids }
      : { incident_id: null, type: "", service_ids, group_ids };
  const isTold = !page.draft && (kind === "incident" || settings.info_notices_enabled);
  return {
    ...about,
    page,
    settings,
    services,
    service_ids,
    shown: visibleServices(services, null).filter(({ id }) => service_ids.includes(id)),
    listening: isTold ? listeningTo(told, services, settings) : null,
  };
}
