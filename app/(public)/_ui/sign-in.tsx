import type { ReactNode } from "react";
import { nameOf } from "#lib/i18n/tags.ts";
import { translator } from "#lib/i18n/translator.ts";
import type { Face } from "#lib/public-page/gate/face.ts";
import { themeSheet } from "#lib/public-page/look/theme.ts";
import { tokenSheet } from "#lib/public-page/look/tokens.ts";
import { offeredBy } from "#lib/public-page/words/languages.ts";
import { localized, marked, marksOf } from "#lib/public-page/words/localized.ts";
import { pageTitle } from "#lib/public-page/words/page-title.ts";
import { href, type Visit } from "#lib/public-page/words/visitor.ts";
import { Shell } from "./document.tsx";
import { iconHref } from "./icon.ts";

type Props = { visit: Visit; face: Face };

function Tongues({ visit, face: { settings } }: Props) {
  const others = offeredBy(settings).filter((locale) => locale !== visit.locale);
  if (others.length === 0) return null;
  return (
    <nav className="tongues" aria-label={translator(visit.locale)("page.language")}>
      {others.map((locale) => (
        <a key={locale} href={`?lang=${locale}`} hrefLang={locale} {...marksOf(locale, visit)}>
          {nameOf(locale)}
        </a>
      ))}
    </nav>
  );
}

/**
 * Whose page it is, for those who may not see it. It can stand at every address, so its links are
 * relative. Uploaded images are behind the gate.
 */
export function FaceDocument({
  visit,
  face,
  title,
  children,
}: Props & { title: string; children: ReactNode }) {
  const { name, settings } = face;
  const t = translator(visit.locale);
  const brand = localized(settings, "header_logo_text", visit) || name;
  const head = (
    <>
      <title>{t("public.subpage_title", { title, status: pageTitle(face, t) })}</title>
      <meta name="robots" content="noindex" />
      <link rel="icon" href={iconHref("unknown")} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of derived colours and known tokens only */}
      <style dangerouslySetInnerHTML={{ __html: themeSheet(settings) + tokenSheet(settings) }} />
    </>
  );
  return (
    <Shell lang={visit.locale} head={head}>
      <header className={`top ${settings.theme_selected}`}>
        <div className="in">
          <a
            className="brand"
            href={href(visit, "")}
            {...marked(settings, "header_logo_text", visit)}
          >
            {brand}
          </a>
        </div>
      </header>
      <main id="main">
        <div className="gate">
          <h1>{title}</h1>
          {children}
          <Tongues visit={visit} face={face} />
        </div>
      </main>
    </Shell>
  );
}

/** What a page for members shows to everybody else, in place of whatever they asked for. */
export function SignIn({ visit, face }: Props) {
  const t = translator(visit.locale);
  return (
    <FaceDocument visit={visit} face={face} title={t("server.sign_in.title")}>
      <p>{t("server.sign_in.text")}</p>
      <p>
        <a className="act" href={href(visit, "/session")}>
          {t("server.sign_in.sign_in")}
        </a>
      </p>
    </FaceDocument>
  );
}
