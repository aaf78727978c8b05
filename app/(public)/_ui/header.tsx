import { nameOf } from "#lib/i18n/tags.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { offeredBy } from "#lib/public-page/words/languages.ts";
import { localized, marked, marksOf } from "#lib/public-page/words/localized.ts";
import { href } from "#lib/public-page/words/visitor.ts";
import { feedsOf, subscribeAddress } from "./follow.tsx";
import { Logo } from "./logo.tsx";

type Props = { view: View; path: string };

/** The languages of the page, folded: the one it is in, and the same document in the others. */
function Languages({ view: { visit, snapshot, t }, path }: Props) {
  const offered = offeredBy(snapshot.page.settings);
  if (offered.length < 2) return null;
  return (
    <details className="tongue">
      <summary aria-label={`${t("page.language")}: ${nameOf(visit.locale)}`}>
        <svg viewBox="0 0 18 18" aria-hidden="true">
          <circle cx="9" cy="9" r="7.2" />
          <path d="M1.8 9h14.4M9 1.8c5 4.4 5 10 0 14.4M9 1.8c-5 4.4-5 10 0 14.4" />
        </svg>
        <span className="w">{nameOf(visit.locale)}</span>
      </summary>
      <ul>
        {offered.map((locale) => (
          <li key={locale}>
            <a
              href={href(visit, path, locale)}
              hrefLang={locale}
              aria-current={locale === visit.locale ? "true" : undefined}
              {...marksOf(locale, visit)}
            >
              {nameOf(locale)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Where somebody asks for news: the choice of channels or, without any, the feeds below. */
function placeToSubscribe(view: View): string | null {
  return subscribeAddress(view) ?? (feedsOf(view).length > 0 ? "#follow" : null);
}

export function SiteHeader({ view, path }: Props) {
  const { visit, snapshot, t } = view;
  const { settings, name } = snapshot.page;
  const brand = localized(settings, "header_logo_text", visit) || name;
  const ask = placeToSubscribe(view);
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
        <Languages view={view} path={path} />
        {ask && (
          <a className="ask" href={ask}>
            <span>{t("public.subscribe")}</span>
          </a>
        )}
      </div>
    </header>
  );
}
