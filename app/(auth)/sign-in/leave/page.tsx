import { redirect } from "next/navigation";
import { kept } from "#app/_ui/account/cookies.ts";
import { Screen } from "#app/_ui/account/screen.tsx";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";

/** The step from a form to a provider. Not a redirect: see the page that continues to a page's host. */
export default async function LeavePage() {
  const url = await kept("leave");
  if (!url) redirect("/sign-in");
  const t = translator(await localeOf(null));
  return (
    <Screen title={t("admin_account.sign_in.leave")} t={t}>
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <p>
        <a href={url} className="underline">
          {t("admin_account.sign_in.leave_link")}
        </a>
      </p>
    </Screen>
  );
}
