import { redirect } from "next/navigation";
import { ContinueLink } from "#app/_ui/account/continue-link.tsx";
import { kept } from "#app/_ui/account/cookies.ts";
import { Screen } from "#app/_ui/account/screen.tsx";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

/** The step from a form to a provider. */
export default async function LeavePage() {
  const url = await kept("leave");
  if (!url) redirect("/sign-in");
  const t = translator(await localeOf(null));
  return (
    <Screen title={t("admin_account.sign_in.leave")} t={t}>
      <ContinueLink url={url} text={t("admin_account.sign_in.leave_link")} />
    </Screen>
  );
}
