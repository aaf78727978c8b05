import type { ReactNode } from "react";
import { themeSheet } from "#lib/pages/branding/theme.ts";
import { tokenSheet } from "#lib/pages/branding/tokens.ts";
import type { PageIdentity } from "#lib/pages/page-identity.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { subpageTitle } from "#lib/site/words/titles.ts";
import { href, type Visit } from "#lib/site/words/visitor.ts";
import { Shell } from "./document.tsx";
import { Header } from "./header.tsx";
import { Icons } from "./icons.tsx";

type Props = { visit: Visit; face: PageIdentity };

/**
 * The page's name, for those who may not see it. It can stand at every address, so its links are
 * relative.
 */
export function FaceDocument({
  visit,
  face,
  title,
  children,
}: Props & { title: string; children: ReactNode }) {
  const { name, settings, pictures } = face;
  const t = translator(visit.locale);
  const srcOf = (file: string) => pictures.get(file);
  const head = (
    <>
      <title>{subpageTitle(title, face, t)}</title>
      <meta name="robots" content="noindex" />
      <Icons favicon={settings.favicon} state="unknown" srcOf={srcOf} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of derived colours and known tokens only */}
      <style dangerouslySetInnerHTML={{ __html: themeSheet(settings) + tokenSheet(settings) }} />
    </>
  );
  return (
    <Shell lang={visit.locale} head={head}>
      <Header
        visit={visit}
        settings={settings}
        name={name}
        addressOf={(locale) => `?lang=${locale}`}
        srcOf={srcOf}
      />
      <main id="main">
        <div className="gate">
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </Shell>
  );
}

/** A page for members shows this to everybody else, whatever they asked for. */
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
