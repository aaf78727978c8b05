import {
  type Addressed,
  incidentUrl,
  infoNoticeUrl,
  pageUrl,
  serviceUrl,
} from "#lib/core/addresses/url.ts";
import { isolated } from "#lib/platform/i18n/tags.ts";
import { cleanLine } from "#lib/platform/text.ts";
import type { FeedContent } from "#lib/site/feeds/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized } from "#lib/site/words/localized.ts";
import { pageTitle } from "#lib/site/words/titles.ts";

/** `feed_subdomain` is the original subdomain of a page that changed it. */
type Named = { subdomain: string; feed_subdomain: string | null };

function first({ subdomain, feed_subdomain }: Named): Addressed {
  return { address: feed_subdomain ?? subdomain };
}

/**
 * Ids for feeds and calendars. They look like URLs but survive a change of address: readers would
 * show new ids as news.
 */
export const feedIds = {
  page: (page: Named) => `${pageUrl(first(page))}/`,
  service: (page: Named, id: number) => serviceUrl(first(page), id),
  incident: (page: Named, id: number) => incidentUrl(first(page), id),
  notice: (page: Named, id: number) => infoNoticeUrl(first(page), id),
  event: (page: Named, id: number) => `incident-${id}@${new URL(pageUrl(first(page))).hostname}`,
};

type FeedHead = { title: string; id: string; url: string };

export function feedHead({ t, visit, snapshot, names }: View, { about }: FeedContent): FeedHead {
  const { page } = snapshot;
  const status = pageTitle(page, t);
  const partTitle = (part: string) =>
    cleanLine(
      t("feeds.part_title", {
        part: isolated(part, visit.locale),
        status: isolated(status, visit.locale),
      }),
    );
  switch (about.kind) {
    case "page": {
      const title = cleanLine(status);
      return { title, id: feedIds.page(page), url: pageUrl(page) };
    }
    case "service": {
      const { id } = about.service;
      const title = partTitle(names.get(id) ?? "");
      return { title, id: feedIds.service(page, id), url: serviceUrl(page, id) };
    }
    case "incident": {
      const { id } = about.incident;
      const title = partTitle(localized(about.incident, "title", visit));
      return { title, id: feedIds.incident(page, id), url: incidentUrl(page, id) };
    }
  }
}
