import { currentUser, localeOf } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

export default async function NotFound() {
  // Without the database, too, an address that leads nowhere leads nowhere.
  const user = await currentUser().catch(() => null);
  const t = translator(await localeOf(user));
  return (
    <main id="content" className="mx-auto max-w-xl px-4 py-16">
      <title>{t("admin.title", { title: t("admin.problem.not_found") })}</title>
      <p className="mb-6 font-semibold text-muted">{t("admin.product")}</p>
      <h1 className="mb-2 font-semibold text-2xl">{t("admin.problem.not_found")}</h1>
      <p className="mb-6 text-muted">{t("admin.problem.not_found_text")}</p>
      <a href={user ? "/" : "/sign-in"} className="button">
        {user ? t("admin.problem.home") : t("admin.sign_in.title")}
      </a>
    </main>
  );
}
