import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { EventNotice } from "#lib/core/events/event.ts";
import {
  type Affected,
  type ImpactRow,
  listAllAffected,
  NOTHING_AFFECTED,
} from "#lib/incidents/impacts.queries.ts";
import {
  getInfoNoticeRow,
  type InfoNoticeRow,
  type NoticeUpdateRow,
} from "#lib/incidents/info-notices/queries.ts";
import { getIncidentRow, type IncidentRow } from "#lib/incidents/queries.ts";
import { isOver } from "#lib/incidents/state.ts";
import { isCurrent } from "#lib/incidents/timers/rules.ts";
import { type IncidentTypeRow, listIncidentTypeRows } from "#lib/incidents/types/queries.ts";
import { listUpdates, type UpdateRow } from "#lib/incidents/updates/queries.ts";
import { resolveAudience } from "#lib/notifications/audience/audience.ts";
import {
  type AudienceFilter,
  findEarlierMessages,
} from "#lib/notifications/audience/matching.queries.ts";
import { findNewest, type NotificationEvent, noticeOf } from "#lib/notifications/queries.ts";
import { getStatusPageRow, type StatusPageRow } from "#lib/pages/queries.ts";
import { parseSettings, type Settings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { type DeletedService, listDeletedServices } from "#lib/services/past-services.queries.ts";
import { listPlainServiceRows, type PlainServiceRow } from "#lib/services/queries.ts";
import { visibleServices } from "#lib/services/state.ts";

type AboutIncident = { kind: "incident"; record: IncidentRow; types: IncidentTypeRow[] };
type About =
  | (AboutIncident & { update: UpdateRow; notice: null })
  /** A scheduled notice; `update` is the newest one, if any. */
  | (AboutIncident & { update: UpdateRow | null; notice: EventNotice })
  | { kind: "info_notice"; record: InfoNoticeRow; update: NoticeUpdateRow; notice: null };

export type EventFacts = About & {
  /** Impacts of the incident on all services; empty: on none. */
  impacts: ImpactRow[];
  page: StatusPageRow;
  settings: Settings;
  services: PlainServiceRow[];
  service_ids: number[];
  visible: PlainServiceRow[];
  /** Services that the incident affected and that were deleted since. */
  deleted: DeletedService[];
  /** null: nobody is notified. */
  audience: AudienceFilter | null;
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

async function aboutOf(
  db: Db,
  grant: PageGrant,
  event: NotificationEvent,
): Promise<About | undefined> {
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

/** Whether the record has ended, or this event says so. */
export function tellsEnd({ kind, notice, update, record }: EventFacts): boolean {
  if (kind === "info_notice") return false;
  if (notice === null && update.type === "resolved") return true;
  return isOver(record, wireNow());
}

/** @returns undefined when the record is gone */
async function findAbout(
  db: Db,
  grant: PageGrant,
  event: NotificationEvent,
): Promise<About | undefined> {
  try {
    return await aboutOf(db, grant, event);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

async function affectedBy(db: Db, grant: PageGrant, { kind, record }: About): Promise<Affected> {
  if (kind === "incident") {
    const affected = await listAllAffected(db, grant, [record.id]);
    return affected.get(record.id) ?? NOTHING_AFFECTED;
  }
  const links = await listAllLinks(db, grant, kind, [record.id]);
  return { service_ids: links.get(record.id) ?? [], impacts: [] };
}

/** The first update that an incident's subscribers were told of; null: there is none. */
export async function findFirstUpdate(
  db: Db,
  grant: PageGrant,
  { kind, record }: EventFacts,
  first: Pick<NotificationEvent, "news_update_ids">,
): Promise<UpdateRow | null> {
  if (kind !== "incident") return null;
  const updates = (await listUpdates(db, grant, [record.id])).get(record.id) ?? [];
  const told = updates.find(({ id }) => first.news_update_ids?.includes(id));
  return told ?? updates.at(-1) ?? null;
}

/**
 * Loads an event's record, page and audience as they are now.
 * @returns undefined when the page, record or update is gone, or a scheduled notice no longer holds
 */
export async function readEventFacts(
  db: Db,
  grant: PageGrant,
  event: NotificationEvent,
): Promise<EventFacts | undefined> {
  const about = await findAbout(db, grant, event);
  if (!about) return undefined;
  const { kind, record } = about;
  const [page, services, affected, deleted, earlier] = await Promise.all([
    getStatusPageRow(db, grant),
    listPlainServiceRows(db, grant),
    affectedBy(db, grant, about),
    kind === "incident" ? listDeletedServices(db, grant, [record.id]) : null,
    kind === "incident" ? findEarlierMessages(db, grant, event.subject, event.id) : null,
  ]);
  const settings = parseSettings(page.settings);
  const { service_ids, impacts } = affected;
  const group_ids = record.subscription_group_ids;
  const told =
    about.kind === "incident"
      ? { incident_id: about.record.id, type: about.record.type, service_ids, group_ids }
      : { incident_id: null, type: "", service_ids, group_ids };
  const isTold = !page.draft && (kind === "incident" || settings.info_notices_enabled);
  return {
    ...about,
    impacts,
    page,
    settings,
    services,
    service_ids,
    deleted: deleted?.get(record.id) ?? [],
    visible: visibleServices(services, null).filter(({ id }) => service_ids.includes(id)),
    audience: isTold ? resolveAudience(told, services, settings, earlier) : null,
  };
}
