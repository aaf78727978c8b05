import type { Metadata } from "next";
import { Screen } from "#app/_ui/account/screen.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { requestContext } from "#lib/core/request/context.ts";
import { findAddressChange } from "#lib/identity/profile/change-address.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { stopAddressAction } from "./actions.ts";

// The address is a secret; the form needs its own origin known.
export const metadata: Metadata = { referrer: "same-origin" };

type Props = { params: Promise<{ token: string }> };

/** Asks whoever has the former address; programs that look at mail open links, too. */
export default async function StopAddressPage({ params }: Props) {
  const { token } = await params;
  const t = translator(await localeOf(null));
  const found = await findAddressChange(requestContext(), token, "stop");
  if (!found)
    return (
      <Screen title={t("admin_account.reset.gone")} t={t}>
        <p>{t("admin_account.address.stop_gone")}</p>
      </Screen>
    );
  const { from, email } = found;
  return (
    <Screen title={t("admin_account.address.stop_title")} t={t}>
      <p className="wrap-anywhere mb-6">{t("admin_account.address.stop_text", { from, email })}</p>
      <ActionForm action={stopAddressAction} hidden={{ token }}>
        <Submit className="button button-primary w-full">{t("admin_account.address.stop")}</Submit>
      </ActionForm>
    </Screen>
  );
}
