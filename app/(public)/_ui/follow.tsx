import { withQuery } from "#app/(public)/_query.ts";
import { pageUrl } from "#lib/core/addresses/url.ts";
import type { View } from "#lib/site/view/view.ts";
import { webcalUrl } from "#lib/site/words/external-links.ts";
import { href } from "#lib/site/words/visitor.ts";
import { offeredChannels } from "#lib/subscribers/offered.ts";

type Link = { name: string; address: string };
type About = { incident?: number; service?: number };

const FILES = {
  rss: "rss",
  atom: "atom",
  calendar: "calendar.ics",
  maintenance: "calendar/maintenance/feed.ics",
} as const;
type Feed = keyof typeof FILES;
const ALL: readonly Feed[] = ["rss", "atom", "calendar"];
const OF_PAGE: readonly Feed[] = [...ALL, "maintenance"];

/** `url` is for programs; `webcal` null: it is no calendar, or programs may not read it. */
type FeedLink = Link & { url: string; webcal: string | null };

/** Those feeds that are switched on, of the page or of what is at `base`. */
function feedsOf({ t, visit, snapshot }: View, base = "", feeds = ALL): FeedLink[] {
  const { feed_enabled, calendar_enabled } = snapshot.page.settings;
  const isFeed = (feed: Feed) => feed === "rss" || feed === "atom";
  return feeds
    .filter((feed) => (isFeed(feed) ? feed_enabled : calendar_enabled))
    .map((feed) => {
      const path = `${base}/${FILES[feed]}`;
      const url = pageUrl(snapshot.page) + path;
      const isMaintenance = feed === "maintenance";
      return {
        name: isMaintenance ? t("subscribe.feeds.maintenance") : t(`public.footer.${feed}`),
        address: href(visit, path),
        url,
        webcal: isFeed(feed) || visit.signed_in ? null : webcalUrl(url),
      };
    });
}

/** The same as links, those of calendars also for the visitor's program. */
export function feedLinks(view: View, base?: string, feeds?: readonly Feed[]): Link[] {
  return feedsOf(view, base, feeds).flatMap(({ webcal, ...link }) => [
    link,
    ...(webcal ? [{ name: view.t("subscribe.feeds.open"), address: webcal }] : []),
  ]);
}

/** The page's feeds with their addresses to copy; of a restricted page, members have their own. */
export function PageFeeds({ view }: { view: View }) {
  const { t, visit } = view;
  const feeds = feedsOf(view, "", OF_PAGE);
  if (feeds.length === 0) return null;
  return (
    <section id="follow" aria-labelledby="feeds">
      <h2 id="feeds">{t("subscribe.feeds.title")}</h2>
      <ul className="feeds">
        {feeds.map(({ name, address, url, webcal }) => (
          <li key={address}>
            <a href={address}>{name}</a>
            {webcal && (
              <a
                href={webcal}
                aria-label={t("joined.label", { label: t("subscribe.feeds.open"), value: name })}
              >
                {t("subscribe.feeds.open")}
              </a>
            )}
            {!visit.signed_in && <code>{url}</code>}
          </li>
        ))}
      </ul>
      {visit.signed_in && (
        <p className="ways">
          <a href={href(visit, "/access")}>{t("access.feeds.title")}</a>
        </p>
      )}
    </section>
  );
}

/**
 * Where somebody asks for messages; null: none are offered.
 * @param about what is chosen there at first
 */
export function subscribeAddress({ visit, snapshot }: View, about: About = {}): string | null {
  if (offeredChannels(snapshot.page.settings, true).length === 0) return null;
  return href(visit, withQuery("/subscribe", about));
}

/** A link to there, where there is something to ask for. */
export function subscribeLinks(name: string, view: View, about?: About): Link[] {
  const address = subscribeAddress(view, about);
  return address === null ? [] : [{ name, address }];
}

/** Ways to hear of news, side by side. */
export function Ways({ links }: { links: readonly Link[] }) {
  return (
    <ul className="ways">
      {links.map(({ name, address }) => (
        <li key={address}>
          <a href={address}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
