import { type Addressed, infoNoticeUrl } from "#lib/core/addresses/url.ts";
import type { Rendered } from "#lib/core/markdown/rendered.ts";
import type { InfoNoticeRow } from "#lib/incidents/notices/queries.ts";
import type { InfoNotice } from "#lib/incidents/notices/schema.ts";
import type { NoticeUpdateRow } from "#lib/incidents/notices/updates.queries.ts";
import { serializeUpdate } from "#lib/incidents/updates/serialize.ts";
import { operatorsOwn } from "#lib/platform/i18n/machine.ts";

export function serializeInfoNotice(
  page: Addressed,
  row: InfoNoticeRow,
  service_ids: number[],
  updates: NoticeUpdateRow[],
  rendered: Rendered,
): InfoNotice {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    title: row.title,
    featured_from: row.featured_from,
    featured_until: row.featured_until,
    service_ids,
    subscription_group_ids: row.subscription_group_ids,
    updates: updates.map((update) => serializeUpdate(update, rendered)),
    url: infoNoticeUrl(page, row.id),
    translations: operatorsOwn(row.translations) as InfoNotice["translations"],
  };
}
