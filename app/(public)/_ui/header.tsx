import type { ReactNode } from "react";
import { imageHref, Logo } from "#app/_ui/logo.tsx";
import type { Settings } from "#lib/pages/schema.ts";
import { nameOf } from "#lib/platform/i18n/tags.ts";
import { type Locale, translator } from "#lib/platform/i18n/translator.ts";
import type { View } from "#lib/site/view/view.ts";
import { localized, marked, marksOf } from "#lib/site/words/localized.ts";
import { href, offeredBy, type Visit } from "#lib/site/words/visitor.ts";
import { feedLinks, subscribeAddress } from "./follow.tsx";

type LanguagesProps = {
  visit: Visit;
  settings: Pick<Settings, "default_language" | "languages">;
  /** The address of the same document in a language. */
  addressOf: (locale: Locale) => string;
};

/** The languages of the page, folded: the one it is in, and the same document in the others. */
function Languages({ visit, settings, addressOf }: LanguagesProps) {
  const offered = offeredBy(settings);
  const t = translator(visit.locale);
  if (offered.length < 2) return null;
  return (
    <details className="tongue">
      <summary
        aria-label={t("joined.label", { label: t("page.language"), value: nameOf(visit.locale) })}
      >
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
              href={addressOf(locale)}
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

type HeaderProps = LanguagesProps & {
  settings: Settings;
  name: string;
  srcOf: (file: string) => string | undefined;
  children?: ReactNode;
};

/** Logo or name of the page, and its languages; `srcOf`: where a picture is loaded from. */
export function Header({ visit, settings, name, addressOf, srcOf, children }: HeaderProps) {
  const brand = localized(settings, "header_logo_text", visit) || name;
  return (
    <header className={`top ${settings.theme_selected}`}>
      <div className="in">
        <a
          className="brand"
          href={href(visit, "")}
          {...marked(settings, "header_logo_text", visit)}
        >
          <Logo images={settings} brand={brand} srcOf={srcOf} />
        </a>
        <Languages visit={visit} settings={settings} addressOf={addressOf} />
        {children}
      </div>
    </header>
  );
}

/** Where somebody asks for news: the choice of channels or, without any, the feeds below. */
function placeToSubscribe(view: View): string | null {
  return subscribeAddress(view) ?? (feedLinks(view).length > 0 ? "#follow" : null);
}

export function SiteHeader({ view, path }: { view: View; path: string }) {
  const { visit, snapshot, t } = view;
  const { settings, name } = snapshot.page;
  const ask = placeToSubscribe(view);
  return (
    <Header
      visit={visit}
      settings={settings}
      name={name}
      addressOf={(locale) => href(visit, path, locale)}
      srcOf={(file) => imageHref(visit, file)}
    >
      {ask && (
        <a className="ask" href={ask}>
          <span>{t("public.subscribe")}</span>
        </a>
      )}
    </Header>
  );
}
