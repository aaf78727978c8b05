import { currentUser, localeOf } from "#lib/auth/session.ts";
import { translator } from "#lib/i18n/translator.ts";

export default async function NotFound() {
  const user = await currentUser();
  const t = translator(await localeOf(user));
  return (
    <main id="content" className="mx-auto max-w-xl px-4 py-16">
      <title>{t("admin.title", { title: t("admin.problem.not_found") })}</title>
      <h1 className="mb-2 font-semibold text-2xl">{t("admin.problem.not_found")}</h1>
      <p className="mb-6 text-muted">{t("admin.problem.not_found_text")}</p>
      <a href="/" className="button">
        {t("admin.problem.home")}
      </a>
    </main>
  );
}
