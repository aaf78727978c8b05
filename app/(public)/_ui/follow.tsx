import { withQuery } from "#app/(public)/_query.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";
import { offeredChannels } from "#lib/subscribers/offered.ts";

type Link = { name: string; address: string };
type About = { incident?: number; service?: number };

const FILES = { rss: "rss", atom: "atom", calendar: "calendar.ics" } as const;
type Feed = keyof typeof FILES;
const ALL: readonly Feed[] = ["rss", "atom", "calendar"];

/** Those feeds that are switched on, of the page or of what is at `base`. */
export function feedsOf(
  { visit, snapshot }: View,
  base = "",
  feeds = ALL,
): { feed: Feed; address: string }[] {
  const { feed_enabled, calendar_enabled } = snapshot.page.settings;
  const enabled = { rss: feed_enabled, atom: feed_enabled, calendar: calendar_enabled };
  return feeds
    .filter((feed) => enabled[feed])
    .map((feed) => ({ feed, address: href(visit, `${base}/${FILES[feed]}`) }));
}

/** The same as links. */
export function feedLinks(view: View, base?: string, feeds?: readonly Feed[]): Link[] {
  return feedsOf(view, base, feeds).map(({ feed, address }) => ({
    name: view.t(`public.footer.${feed}`),
    address,
  }));
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
