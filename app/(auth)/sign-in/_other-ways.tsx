import { fieldsOfOnward, type Onward, withOnward } from "#app/_ui/account/onward.ts";
import { oidcName } from "#lib/identity/oidc/provider.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { PasskeyButton } from "./_passkey.tsx";

/** The ways in without a password: the provider and passkeys. */
export function OtherWays({ onward, t }: { onward: Onward; t: Translate }) {
  const name = oidcName();
  return (
    <div className="mt-4 space-y-3">
      {name !== null && (
        <a href={withOnward("/sign-in/oidc", onward)} className="button w-full">
          {t("admin_account.sign_in.provider", { name })}
        </a>
      )}
      <PasskeyButton
        label={t("admin_account.sign_in.passkey")}
        failed={t("admin_account.sign_in.passkey_failed")}
        onward={fieldsOfOnward(onward)}
      />
    </div>
  );
}
