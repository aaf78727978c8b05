import { Screen } from "#app/_ui/account/screen.tsx";
import { localeOf, sessionContext } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { Tell } from "./_tell.tsx";

/** Where signing in again ends, beside the tab that waits for it. */
export default async function SignedInPage() {
  const { user } = await sessionContext();
  const t = translator(await localeOf(user));
  return (
    <Screen title={t("admin_kit.session.done")} t={t}>
      <p>{t("admin_kit.session.done_text")}</p>
      <Tell />
    </Screen>
  );
}
