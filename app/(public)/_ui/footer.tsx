import { pageUrl } from "#lib/addresses/url.ts";
import { withScheme } from "#lib/fields/web-address.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { calendarServices } from "#lib/public-page/words/calendars.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { accountOf } from "#lib/public-page/words/social.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { offeredChannels } from "#lib/subscriptions/offered.ts";
import { Text } from "./markdown.tsx";
import { DaysZone } from "./time.tsx";

type Link = { name: string; href: string };

/** Ways to get updates without returning to the page. */
function linksOf({ visit, snapshot, t }: View): Link[] {
  const { settings, name } = snapshot.page;
  const own = (link: "rss" | "atom" | "calendar", path: string) => ({
    name: t(`public.footer.${link}`),
    href: href(visit, path),
  });
  const subscribe = { name: t("subscribe.by_message"), href: href(visit, "/subscribe") };
  const messages = offeredChannels(settings).length > 0 ? [subscribe] : [];
  const feeds = settings.feed_enabled ? [own("rss", "/rss"), own("atom", "/atom")] : [];
  if (!settings.calendar_enabled) return [...messages, ...feeds];
  const calendar = "/calendar.ics";
  const links = [...messages, ...feeds, own("calendar", calendar)];
  if (!settings.external_calendar_enabled) return links;
  const { google, outlook } = calendarServices(name, pageUrl(snapshot.page) + calendar);
  return [
    ...links,
    { name: t("follow.google"), href: google },
    { name: t("follow.outlook"), href: outlook },
  ];
}

function Follow({ view, view: { t } }: { view: View }) {
  const links = linksOf(view);
  if (links.length === 0) return null;
  return (
    <section id="follow" aria-labelledby="follow-title">
      <h2 id="follow-title">{t("public.footer.follow")}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SiteFooter({ view }: { view: View }) {
  const { snapshot, t, visit } = view;
  const { settings, name, url, time_zone } = snapshot.page;
  const company = localized(settings, "public_company_name", visit) || name;
  const account = accountOf(settings.social_public_screen_name ?? "");
  const [before, after] = t("public.footer.zone", { zone: "|" }).split("|");
  return (
    <footer className="end">
      <div className="in">
        {settings.display_about && settings.about && <Text by={settings} view={view} />}
        <Follow view={view} />
        <p className="fine">
          <a href={href(visit, "/history")}>{t("history.title")}</a>
          {settings.display_calendar && (
            <a href={href(visit, "/calendar")}>{t("history.calendar.title")}</a>
          )}
          {visit.signed_in && <a href={href(visit, "/access")}>{t("access.page.own")}</a>}
        </p>
        <p className="fine">
          <a href={withScheme(url)} {...marked(settings, "public_company_name", visit)}>
            {company}
          </a>
          {settings.support_email && (
            <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>
          )}
          {account && (
            <a rel="me" href={account.url} title={t("follow.social", { name: company })}>
              {account.name}
            </a>
          )}
          <span>
            {before}
            <span id="zone">{time_zone.replaceAll("_", " ")}</span>
            {after}
          </span>
          <DaysZone view={view} />
          {!settings.hide_watermark && <span>{t("public.footer.watermark")}</span>}
        </p>
      </div>
    </footer>
  );
}
