import { env } from "#lib/env.ts";
import { translator } from "#lib/i18n/translator.ts";
import type { Visit } from "#lib/public-page/visitor.ts";
import { Shell } from "./document.tsx";

/** The document in place of a page that the visitor may not see. It tells nothing of the page. */
export function Restricted({ visit }: { visit: Visit }) {
  const t = translator(visit.locale);
  const head = (
    <>
      <title>{t("public.restricted.title")}</title>
      <meta name="robots" content="noindex" />
    </>
  );
  return (
    <Shell lang={visit.locale} head={head}>
      <main id="main" className="plain">
        <h1>{t("public.restricted.title")}</h1>
        <p>{t("public.restricted.text")}</p>
        <p>
          <a href={`${env().APP_URL}/sign-in?next=${encodeURIComponent(`/s/${visit.subdomain}`)}`}>{t("public.restricted.sign_in")}</a>
        </p>
      </main>
    </Shell>
  );
}
