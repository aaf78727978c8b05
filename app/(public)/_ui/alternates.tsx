import { summaryUrl } from "#lib/core/addresses/url.ts";
import { findRoute, markdownPath } from "#lib/core/routes/place.ts";
import { PAGE_ROUTES } from "#lib/core/routes/routes.ts";
import type { View } from "#lib/site/view/view.ts";
import { href } from "#lib/site/words/visitor.ts";

const FEEDS = ["rss", "atom"] as const;
const WITH_FEEDS = /^\/(?:services|incidents)\/\d+$/;

function Feeds({ view, base, about }: { view: View; base: string; about: string }) {
  return FEEDS.map((feed) => (
    <link
      key={feed}
      rel="alternate"
      type={`application/${feed}+xml`}
      title={`${about}${view.t(`public.footer.${feed}`)}`}
      href={href(view.visit, `${base}/${feed}`)}
    />
  ));
}

/** Where programs find what a document says: its own feeds first, then the page's, Markdown, JSON. */
export function Alternates({ view, path, title }: { view: View; path: string; title: string }) {
  const { feed_enabled } = view.snapshot.page.settings;
  const route = findRoute(PAGE_ROUTES, path || "/");
  const twin = route && markdownPath(route, path || "/");
  return (
    <>
      {feed_enabled && WITH_FEEDS.test(path) && (
        <Feeds view={view} base={path} about={`${title} · `} />
      )}
      {feed_enabled && <Feeds view={view} base="" about="" />}
      {twin && <link rel="alternate" type="text/markdown" href={href(view.visit, twin)} />}
      <link rel="alternate" type="application/json" href={summaryUrl(view.snapshot.page)} />
    </>
  );
}
