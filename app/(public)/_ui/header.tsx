import { nameOf } from "#lib/i18n/tags.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { offeredBy } from "#lib/public-page/words/languages.ts";
import { localized, marked, marksOf } from "#lib/public-page/words/localized.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { Logo } from "./logo.tsx";

export function SiteHeader({ view, path }: { view: View; path: string }) {
  const { visit, snapshot, t } = view;
  const { settings, name } = snapshot.page;
  const brand = localized(settings, "header_logo_text", visit) || name;
  const follows = settings.feed_enabled || settings.calendar_enabled;
  const others = offeredBy(settings).filter((locale) => locale !== visit.locale);
  return (
    <header className={`top ${settings.theme_selected}`}>
      <div className="in">
        <a
          className="brand"
          href={href(visit, "")}
          {...marked(settings, "header_logo_text", visit)}
        >
          <Logo view={view} brand={brand} />
        </a>
        <nav>
          {follows && <a href="#follow">{t("public.subscribe")}</a>}
          {others.map((locale) => (
            <a
              key={locale}
              href={href(visit, path, locale)}
              hrefLang={locale}
              {...marksOf(locale, visit)}
            >
              {nameOf(locale)}
            </a>
          ))}
        </nav>
      </div>
    </header>
  );
}
