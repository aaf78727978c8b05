import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { beginTwoFactorAction, confirmTwoFactorAction } from "./actions.ts";
import { QrCode } from "./qr-code.tsx";

type Props = {
  /** Values for the authenticator app; null: nobody has asked for them yet. */
  pending: { secret: string; uri: string } | null;
  hidden: Record<string, string>;
  t: Translate;
};

/** Turns the second factor on: a secret for the app, then a first code of it. */
export function TwoFactorSetup({ pending, hidden, t }: Props) {
  if (!pending)
    return (
      <ActionForm action={beginTwoFactorAction} hidden={hidden}>
        <Submit className="button button-primary">{t("admin_account.two_factor.begin")}</Submit>
      </ActionForm>
    );
  return (
    <div className="space-y-4">
      <p>{t("admin_account.two_factor.scan")}</p>
      <QrCode text={pending.uri} label={t("admin_account.two_factor.qr")} />
      <p>
        <span className="mb-1 block font-medium">{t("admin_account.two_factor.key")}</span>
        <code className="break-all">{pending.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <ActionForm action={confirmTwoFactorAction} hidden={hidden} className="space-y-4">
        <Field
          name="code"
          label={t("admin_account.two_factor.code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
        />
        <Submit>{t("admin_account.two_factor.confirm")}</Submit>
      </ActionForm>
      <ActionForm action={beginTwoFactorAction} hidden={hidden}>
        <Submit className="button button-quiet">{t("admin_account.two_factor.new_key")}</Submit>
      </ActionForm>
    </div>
  );
}
