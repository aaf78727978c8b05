import type { View } from "#lib/public-page/view/view.ts";
import { localized, marked } from "#lib/public-page/words/localized.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { Text } from "./markdown.tsx";
import { DaysZone } from "./time.tsx";

function Follow({ view: { visit, snapshot, t } }: { view: View }) {
  const { feed_enabled, calendar_enabled } = snapshot.page.settings;
  const links = [
    ...(feed_enabled ? (["rss", "atom"] as const) : []),
    ...(calendar_enabled ? (["calendar"] as const) : []),
  ];
  if (links.length === 0) return null;
  return (
    <section id="follow" aria-labelledby="follow-title">
      <h2 id="follow-title">{t("public.footer.follow")}</h2>
      <ul>
        {links.map((link) => (
          <li key={link}>
            <a href={href(visit, link === "calendar" ? "/calendar.ics" : `/${link}`)}>
              {t(`public.footer.${link}`)}
            </a>
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
  const [before, after] = t("public.footer.zone", { zone: "|" }).split("|");
  return (
    <footer className="end">
      <div className="in">
        {settings.display_about && settings.about && <Text by={settings} view={view} />}
        <Follow view={view} />
        <p className="fine">
          <a href={url} {...marked(settings, "public_company_name", visit)}>
            {company}
          </a>
          {settings.support_email && (
            <a href={`mailto:${settings.support_email}`}>{settings.support_email}</a>
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
