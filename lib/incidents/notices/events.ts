import type { InfoNoticeObject } from "#lib/core/events/catalogue.ts";
import { type NewEvent, newEvent } from "#lib/core/events/event.ts";
import { titlesOf } from "#lib/core/events/titles.ts";
import type { Published } from "#lib/incidents/notices/publish.ts";
import type { InfoNotice } from "#lib/incidents/notices/schema.ts";
import type { NoticeUpdateRow } from "#lib/incidents/notices/updates.queries.ts";
import { newsIn } from "#lib/incidents/updates/news.ts";

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

type Posted = readonly Pick<NoticeUpdateRow, "id" | "notify" | "social_post">[];

function aboutOf({ id: subject_id, featured_from: not_before }: InfoNotice, posted: Posted) {
  return { subject_id, not_before, ...newsIn(posted) };
}

/** @param posted the updates that came with it */
export function infoNoticeCreated({ notice }: Published, posted: Posted): NewEvent {
  const about = aboutOf(notice, posted);
  return newEvent("info_notice.created", { object: objectOf(notice) }, about);
}

/** @param posted the updates that came with it */
export function infoNoticeUpdated({ notice }: Published, posted: Posted): NewEvent {
  const about = aboutOf(notice, posted);
  return newEvent("info_notice.updated", { object: objectOf(notice) }, about);
}

export function infoNoticeDeleted(notice: InfoNotice): NewEvent {
  const { id: subject_id } = notice;
  return newEvent("info_notice.deleted", { object: objectOf(notice) }, { subject_id });
}
