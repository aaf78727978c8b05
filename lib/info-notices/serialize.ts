import type { Selectable } from "kysely";
import type { InfoNotices, InfoNoticeUpdates } from "#db/types.ts";
import type { InfoNotice, InfoNoticeUpdate } from "#lib/info-notices/schema.ts";
import { renderMarkdown } from "#lib/markdown.ts";
import { infoNoticeUrl } from "#lib/status-pages/address.ts";

function serializeUpdate(row: Selectable<InfoNoticeUpdates>): InfoNoticeUpdate {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    posted_at: row.posted_at,
    description: row.description,
    description_html: renderMarkdown(row.description),
    translations: row.translations as InfoNoticeUpdate["translations"],
    subscribers_notified_at: row.subscribers_notified_at,
  };
}

export function serializeInfoNotice(
  subdomain: string,
  row: Selectable<InfoNotices>,
  service_ids: number[],
  updates: Selectable<InfoNoticeUpdates>[],
): InfoNotice {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    title: row.title,
    featured_from: row.featured_from,
    featured_until: row.featured_until,
    service_ids,
    updates: updates.map(serializeUpdate),
    url: infoNoticeUrl(subdomain, row.id),
    translations: row.translations as InfoNotice["translations"],
  };
}
