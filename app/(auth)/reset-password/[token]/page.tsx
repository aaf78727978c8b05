import type { Metadata } from "next";
import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { requestContext } from "#lib/core/request/context.ts";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { findResetUser } from "#lib/identity/sign-in/password-reset.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { resetAction } from "./actions.ts";

// The address is a secret; the form needs its own origin known.
export const metadata: Metadata = { referrer: "same-origin" };

type Props = { params: Promise<{ token: string }> };

/** Asks whoever was mailed the link for a new password. */
export default async function ResetPage({ params }: Props) {
  const { token } = await params;
  const t = translator(await localeOf(null));
  const user = await findResetUser(requestContext(), token);
  if (!user)
    return (
      <Screen title={t("admin_account.reset.gone")} t={t}>
        <p className="mb-6">{t("admin_account.reset.gone_text")}</p>
        <a href="/forgot-password" className="button w-full">
          {t("admin_account.reset.again")}
        </a>
      </Screen>
    );
  return (
    <Screen title={t("admin_account.reset.title")} t={t}>
      <p className="mb-6">{t("admin_account.reset.text", { email: user.email })}</p>
      <ActionForm action={resetAction} hidden={{ token }} className="space-y-4">
        <input
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={user.email}
          hidden
          readOnly
        />
        <Field
          name="new_password"
          type="password"
          label={t("admin_account.reset.new_password")}
          hint={t("admin_account.reset.hint")}
          autoComplete="new-password"
          required
        />
        <Submit className="button button-primary w-full">{t("admin_account.reset.submit")}</Submit>
      </ActionForm>
    </Screen>
  );
}
