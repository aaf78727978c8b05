import { renewRecoveryCodesAction, turnOffTwoFactorAction } from "#app/_ui/account/actions.ts";
import { TwoFactorSetup } from "#app/_ui/account/two-factor-setup.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { openAccount } from "#app/(admin)/account/_open.ts";
import { Frame } from "#app/(admin)/account/_ui/frame.tsx";
import { changePasswordAction } from "#app/(admin)/account/actions.ts";
import { listConnections } from "#lib/identity/oidc/connections.ts";
import { listPasskeys } from "#lib/identity/passkeys/passkeys.ts";
import { getTwoFactor } from "#lib/identity/profile/two-factor.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { PasskeyList } from "./_passkeys.tsx";
import { ProviderList } from "./_providers.tsx";

function ChangePassword({ t }: { t: Translate }) {
  return (
    <ActionForm action={changePasswordAction} className="space-y-5">
      <Field
        name="current_password"
        type="password"
        label={t("admin_account.password.current")}
        autoComplete="current-password"
        required
      />
      <Field
        name="new_password"
        type="password"
        label={t("admin_account.password.new")}
        hint={t("admin_account.password.hint")}
        autoComplete="new-password"
        required
      />
      <Submit>{t("admin_account.password.submit")}</Submit>
    </ActionForm>
  );
}

type TurnedOn = { count: number; hasPassword: boolean; t: Translate };

/** Both ask who it is: whoever finds an open browser cannot lock its owner out. */
function TwoFactorOn({ count, hasPassword, t }: TurnedOn) {
  const proof = (
    <Field
      name="current_password"
      type="password"
      label={t(
        hasPassword ? "admin_account.two_factor.password" : "admin_account.two_factor.code_instead",
      )}
      autoComplete={hasPassword ? "current-password" : "one-time-code"}
      required
    />
  );
  return (
    <>
      <p>{t("admin_account.two_factor.is_on", { count })}</p>
      <details>
        <summary className="cursor-pointer">{t("admin_account.two_factor.renew")}</summary>
        <ActionForm action={renewRecoveryCodesAction} className="mt-3 space-y-3">
          {proof}
          <Submit className="button">{t("admin_account.two_factor.renew")}</Submit>
        </ActionForm>
      </details>
      <details>
        <summary className="cursor-pointer">{t("admin_account.two_factor.turn_off")}</summary>
        <ActionForm action={turnOffTwoFactorAction} className="mt-3 space-y-3">
          {proof}
          <Submit className="button button-danger">{t("admin_account.two_factor.turn_off")}</Submit>
        </ActionForm>
      </details>
    </>
  );
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Password, second factor, passkeys and sign-in providers. */
export default async function SecurityPage({ searchParams }: Props) {
  const { ctx, user, target, t, at } = await openAccount();
  const [twoFactor, passkeys, connections] = await Promise.all([
    getTwoFactor(ctx, target),
    listPasskeys(ctx, target),
    listConnections(ctx, target),
  ]);
  const hasPassword = user.password_hash !== null;
  return (
    <Frame tab="security" t={t}>
      <Section title={t("admin_account.password.title")}>
        {hasPassword ? <ChangePassword t={t} /> : <p>{t("admin_account.password.none")}</p>}
      </Section>
      <Section title={t("admin_account.two_factor.title")} text={t("admin_account.two_factor.off")}>
        {twoFactor.state === "on" ? (
          <TwoFactorOn count={twoFactor.recovery_codes} hasPassword={hasPassword} t={t} />
        ) : (
          <TwoFactorSetup
            pending={twoFactor.state === "pending" ? twoFactor : null}
            hidden={{ back: "/account/security" }}
            t={t}
          />
        )}
      </Section>
      <Section title={t("admin_account.passkeys.title")} text={t("admin_account.passkeys.text")}>
        <PasskeyList passkeys={passkeys} t={t} at={at} />
      </Section>
      {connections.length > 0 && (
        <Section
          title={t("admin_account.providers.title")}
          text={t("admin_account.providers.text")}
        >
          <ProviderList connections={connections} asked={await searchParams} t={t} />
        </Section>
      )}
    </Frame>
  );
}
