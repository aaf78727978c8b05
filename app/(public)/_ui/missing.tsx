import { translator } from "#lib/i18n/translator.ts";
import { href, type Visit } from "#lib/public-page/visitor.ts";
import { Shell } from "./document.tsx";

/** The document for an address that leads nowhere. It tells nothing of the page, which may not exist or not be public. */
export function Missing({ visit }: { visit: Visit }) {
  const t = translator(visit.locale);
  const head = (
    <>
      <title>{t("public.missing.title")}</title>
      <meta name="robots" content="noindex" />
    </>
  );
  return (
    <Shell lang={visit.locale} head={head}>
      <main id="main" className="plain">
        <h1>{t("public.missing.title")}</h1>
        <p>{t("public.missing.text")}</p>
        <p>
          <a href={href(visit, "")}>{t("public.missing.home")}</a>
        </p>
      </main>
    </Shell>
  );
}
