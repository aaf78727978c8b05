import {
  type Addressed,
  incidentUrl,
  infoNoticeUrl,
  pageUrl,
  serviceUrl,
} from "#lib/core/addresses/url.ts";

/** `feed_subdomain`: the one that ids were first made with, where the page had another since. */
type Named = { subdomain: string; feed_subdomain: string | null };

function first({ subdomain, feed_subdomain }: Named): Addressed {
  return { address: feed_subdomain ?? subdomain };
}

/**
 * What feeds and calendars call a page, an incident, a notice. They look like addresses, but stay
 * as they are when the address changes: readers and calendars would take a new one for news.
 */
export const feedIds = {
  page: (page: Named) => `${pageUrl(first(page))}/`,
  service: (page: Named, id: number) => serviceUrl(first(page), id),
  incident: (page: Named, id: number) => incidentUrl(first(page), id),
  update: (page: Named, id: number, update: number) => `${incidentUrl(first(page), id)}#u${update}`,
  notice: (page: Named, id: number) => infoNoticeUrl(first(page), id),
  event: (page: Named, id: number) => `incident-${id}@${new URL(pageUrl(first(page))).hostname}`,
};
