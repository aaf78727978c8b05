import type { Rendered } from "#lib/core/markdown/rendered.ts";
import type { Update } from "#lib/incidents/updates/schema.ts";
import { operatorsOwn } from "#lib/platform/i18n/machine.ts";

type UpdateRow = Omit<Update, "description_html" | "translations"> & { translations: unknown };

/** @param rendered the descriptions of the record's updates, this one's among them */
export function serializeUpdate(row: UpdateRow, rendered: Rendered): Update {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    posted_at: row.posted_at,
    description: row.description,
    description_html: rendered.get(row.description) ?? "",
    translations: operatorsOwn(row.translations) as Update["translations"],
    subscribers_notified_at: row.subscribers_notified_at,
    social_post: row.social_post,
  };
}
