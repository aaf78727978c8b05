import { currentUser, localeOf } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

/** The page exists, so its navigation stands around this. */
export default async function NotFound() {
  const user = await currentUser().catch(() => null);
  const t = translator(await localeOf(user));
  return (
    <div className="mx-auto max-w-xl py-16">
      <title>{t("admin.title", { title: t("admin.problem.not_found") })}</title>
      <h1 className="mb-2 font-semibold text-2xl">{t("admin.problem.not_found")}</h1>
      <p className="text-muted">{t("admin.problem.not_found_text")}</p>
    </div>
  );
}
