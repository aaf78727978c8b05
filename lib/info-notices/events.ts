import type { InfoNoticeObject } from "#lib/events/catalogue.ts";
import { type NewEvent, newEvent } from "#lib/events/event.ts";
import { titlesOf } from "#lib/events/titles.ts";
import type { Published } from "#lib/info-notices/publish.ts";
import type { InfoNotice } from "#lib/info-notices/schema.ts";

function objectOf(notice: InfoNotice): InfoNoticeObject {
  const { id, featured_from, featured_until, service_ids, title, url, updates } = notice;
  return {
    type: "info_notice",
    id,
    featured_from,
    featured_until,
    service_ids,
    l_title: titlesOf(notice),
    title,
    url,
    updates,
  };
}

export function infoNoticeCreated({ notice }: Published): NewEvent {
  const { id: subject_id } = notice;
  return newEvent("info_notice.created", { object: objectOf(notice) }, { subject_id });
}

export function infoNoticeUpdated({ notice }: Published): NewEvent {
  const { id: subject_id } = notice;
  return newEvent("info_notice.updated", { object: objectOf(notice) }, { subject_id });
}

export function infoNoticeDeleted(notice: InfoNotice): NewEvent {
  const { id: subject_id } = notice;
  return newEvent("info_notice.deleted", { object: objectOf(notice) }, { subject_id });
}
