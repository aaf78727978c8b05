import { pageUrl } from "#lib/core/addresses/url.ts";
import { withScheme } from "#lib/core/fields/address.ts";
import type { View } from "#lib/site/view/view.ts";
import { accountOf, calendarServices } from "#lib/site/words/external-links.ts";
import { localized, marked } from "#lib/site/words/localized.ts";
import { href } from "#lib/site/words/visitor.ts";
import { feedLinks, subscribeLinks, Ways } from "./follow.tsx";
import { Text } from "./markdown.tsx";

/** Ways to get updates without returning to the page. */
function Follow({ view }: { view: View }) {
  const { t, snapshot } = view;
  const { settings, name } = snapshot.page;
  const isOffered = settings.calendar_enabled && settings.external_calendar_enabled;
  const { google, outlook } = calendarServices(name, `${pageUrl(snapshot.page)}/calendar.ics`);
  const calendars = [
    { name: t("follow.google"), address: google },
    { name: t("follow.outlook"), address: outlook },
  ];
  const links = [
    ...subscribeLinks(t("subscribe.by_message"), view),
    ...feedLinks(view),
    ...(isOffered ? calendars : []),
  ];
  if (links.length === 0) return null;
  return (
    <section id="follow" aria-labelledby="follow-title">
      <h2 id="follow-title">{t("public.footer.follow")}</h2>
      <Ways links={links} />
    </section>
  );
}

/** public/page-zone.js offers the zones in place of it. */
function ChangeZone({ view: { t } }: { view: View }) {
  return (
    <button id="pick" type="button" data-own={t("public.footer.device_zone", { zone: "|" })}>
      {t("public.footer.change_zone")}
    </button>
  );
}

type Props = {
  view: View;
  /** Whether it tells how to follow the page. */
  follows: boolean;
  scripted: boolean;
};

export function SiteFooter({ view, follows, scripted }: Props) {
  const { snapshot, t, f, visit } = view;
  const { settings, name, url } = snapshot.page;
  const company = localized(settings, "public_company_name", visit) || name;
  const account = accountOf(settings.social_public_screen_name ?? "");
  const [before, after] = t("public.footer.zone", { zone: "|" }).split("|");
  return (
    <footer className="end">
      <div className="in">
        {settings.display_about && settings.about && <Text by={settings} view={view} />}
        {follows && <Follow view={view} />}
        <p className="fine">
          <a href={href(visit, "/history")}>{t("history.title")}</a>
          {settings.display_calendar && (
            <a href={href(visit, "/calendar")}>{t("history.calendar.title")}</a>
          )}
          <a href={href(visit, "/privacy")}>{t("privacy.title")}</a>
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
            <span id="zone" data-note={t("joined.note", { name: "#", note: "|" })}>
              {f.zoneText(snapshot.as_of)}
            </span>
            {after}{" "}
            {scripted && !settings.date_format_enforce_everywhere && <ChangeZone view={view} />}
          </span>
          {!settings.hide_watermark && <span className="mark">{t("public.footer.watermark")}</span>}
        </p>
      </div>
    </footer>
  );
}
