import { incidentUrl, pageUrl, serviceUrl } from "#lib/core/addresses/url.ts";
import { feedIds } from "#lib/site/feeds/feed-ids.ts";
import type { FeedContent } from "#lib/site/feeds/open-feed.ts";
import type { View } from "#lib/site/view/view.ts";
import { cleanLine } from "#lib/site/words/escape.ts";
import { localized } from "#lib/site/words/localized.ts";
import { pageTitle } from "#lib/site/words/page-title.ts";

/** What a feed or calendar is called, by people and by programs, and where what it tells is read. */
type FeedHead = { title: string; id: string; url: string };

export function feedHead({ t, visit, snapshot, names }: View, { about }: FeedContent): FeedHead {
  const { page } = snapshot;
  const status = pageTitle(page, t);
  switch (about.kind) {
    case "page": {
      const title = cleanLine(status);
      return { title, id: feedIds.page(page), url: pageUrl(page) };
    }
    case "service": {
      const { id } = about.service;
      const title = cleanLine(t("feeds.part_title", { part: names.get(id) ?? "", status }));
      return { title, id: feedIds.service(page, id), url: serviceUrl(page, id) };
    }
    case "incident": {
      const { id } = about.incident;
      const part = localized(about.incident, "title", visit);
      const title = cleanLine(t("feeds.part_title", { part, status }));
      return { title, id: feedIds.incident(page, id), url: incidentUrl(page, id) };
    }
  }
}
