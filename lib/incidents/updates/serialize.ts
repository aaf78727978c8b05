import { type Addressed, pageUrl } from "#lib/core/addresses/url.ts";
import { withPictureUrlsHtml } from "#lib/core/markdown/pictures.ts";
import { type Rendered, renderTexts } from "#lib/core/markdown/rendered.ts";
import type { Update } from "#lib/incidents/updates/schema.ts";
import { withoutMachineTranslations } from "#lib/platform/i18n/machine.ts";

type UpdateRow = Omit<Update, "description_html" | "translations"> & { translations: unknown };

/** @param rendered HTML by description */
export function serializeUpdate(row: UpdateRow, rendered: Rendered): Update {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    posted_at: row.posted_at,
    description: row.description,
    description_html: rendered.get(row.description) ?? "",
    translations: withoutMachineTranslations(row.translations) as Update["translations"],
    subscribers_notified_at: row.subscribers_notified_at,
    social_post: row.social_post,
  };
}

/** HTML by description, with whole addresses of pictures. */
export async function renderUpdates(
  page: Addressed,
  updates: Iterable<readonly { description: string }[]>,
): Promise<Rendered> {
  const sources = Array.from(updates).flatMap((each) => each.map((one) => one.description));
  const [base, rendered] = [pageUrl(page), await renderTexts(sources)];
  return new Map(
    Array.from(rendered, ([source, html]) => [source, withPictureUrlsHtml(html, base)]),
  );
}

type Posted = readonly { id: number; notify: boolean; social_post: boolean }[];

/** The ids of updates that are sent beyond the page. */
type Announced = {
  news_update_ids: number[];
  social_update_ids: number[];
};

export function announcedIn(posted: Posted): Announced {
  const ids = (all: Posted) => all.map(({ id }) => id);
  return {
    news_update_ids: ids(posted.filter(({ notify }) => notify)),
    social_update_ids: ids(posted.filter(({ social_post }) => social_post)),
  };
}
