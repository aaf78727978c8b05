import { redirect } from "next/navigation";
import { AddPasskey } from "#app/_ui/account/add-passkey.tsx";
import { fieldsOfOnward, type Onward, onwardIn, onwardPath } from "#app/_ui/account/onward.ts";
import { passkeyTexts } from "#app/_ui/account/passkey-texts.ts";
import { Screen } from "#app/_ui/account/screen.tsx";
import { signOutAction } from "#app/_ui/account/sign-out.ts";
import { TwoFactorSetup } from "#app/_ui/account/two-factor-setup.tsx";
import { SignOutForm } from "#app/_ui/admin/sign-out-form.tsx";
import { OtherWays, ProviderButtons } from "#app/(auth)/sign-in/_other-ways.tsx";
import { hasProof } from "#lib/identity/profile/prove.ts";
import { getTwoFactor } from "#lib/identity/profile/two-factor.ts";
import { accountContext, localeOf, type Opened } from "#lib/identity/sessions/session.ts";
import { type Translate, translator } from "#lib/platform/i18n/translator.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

type Asked = { opened: Opened; onward: Onward; t: Translate };

/** The ways to a first proof. */
async function FirstProof({ opened: { ctx, user }, onward, t }: Asked) {
  const twoFactor = await getTwoFactor(ctx, { user_id: user.id });
  const hidden = { back: "/secure", ...fieldsOfOnward(onward) };
  return (
    <>
      <p className="mb-6">{t("admin_account.secure.text")}</p>
      <section className="mb-8 space-y-3">
        <h2 className="font-semibold text-lg">{t("admin_account.two_factor.title")}</h2>
        <TwoFactorSetup
          pending={twoFactor.state === "pending" ? twoFactor : null}
          hidden={hidden}
          t={t}
        />
      </section>
      <section className="mb-8 space-y-3">
        <h2 className="font-semibold text-lg">{t("admin_account.passkeys.title")}</h2>
        <p className="text-muted">{t("admin_account.passkeys.text")}</p>
        <AddPasskey hidden={hidden} texts={passkeyTexts(t)} />
      </section>
      <div className="mb-8 space-y-3">
        <ProviderButtons onward={onward} t={t} />
      </div>
    </>
  );
}

/** Leads members to what their organization asks for, before anything else. */
export default async function SecurePage({ searchParams }: Props) {
  const onward = onwardIn(await searchParams);
  const opened = await accountContext();
  const { ctx, user, session } = opened;
  if (!session.is_weak) redirect(onwardPath(onward));
  const t = translator(await localeOf(user));
  const isKnown = await hasProof(ctx, { user_id: user.id });
  return (
    <Screen title={t("admin_account.secure.title")} t={t}>
      {isKnown ? (
        <div className="mb-8">
          <p>{t("admin_account.secure.known")}</p>
          <OtherWays onward={onward} t={t} />
        </div>
      ) : (
        <FirstProof opened={opened} onward={onward} t={t} />
      )}
      <SignOutForm action={signOutAction}>
        <button type="submit" className="button button-quiet w-full">
          {t(isKnown ? "admin_account.secure.again" : "admin.account.sign_out")}
        </button>
      </SignOutForm>
    </Screen>
  );
}
