import { Screen } from "#app/_ui/account/screen.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { localeOf } from "#lib/identity/sessions/session.ts";
import { RESET_MINUTES } from "#lib/identity/sign-in/password-reset.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { forgotAction } from "./actions.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Asks whose password is forgotten. */
export default async function ForgotPage({ searchParams }: Props) {
  const { sent, stopped } = await searchParams;
  const t = translator(await localeOf(null));
  const back = (
    <p className="mt-6 text-sm">
      <a href="/sign-in" className="underline">
        {t("admin_account.forgot.back")}
      </a>
    </p>
  );
  if (sent)
    return (
      <Screen title={t("admin_account.forgot.sent_title")} t={t}>
        <p role="status">{t("admin_account.forgot.sent", { minutes: RESET_MINUTES })}</p>
        {back}
      </Screen>
    );
  return (
    <Screen title={t(`admin_account.${stopped ? "address.stopped_title" : "forgot.title"}`)} t={t}>
      <p className="mb-6">
        {t(`admin_account.${stopped ? "address.stopped_text" : "forgot.text"}`)}
      </p>
      <ActionForm action={forgotAction} className="space-y-4">
        <Field
          name="email"
          type="email"
          label={t("admin.sign_in.email")}
          autoComplete="username"
          required
        />
        <Submit className="button button-primary w-full">{t("admin_account.forgot.submit")}</Submit>
      </ActionForm>
      {back}
    </Screen>
  );
}
