import { fieldsOfOnward, type Onward, withOnward } from "#app/_ui/account/onward.ts";
import { env } from "#lib/platform/config/env.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { PasskeyButton } from "./_passkey.tsx";

type Props = { onward: Onward; t: Translate };

export function ProviderButtons({ onward, t }: Props) {
  return env().OIDC_PROVIDERS.map(({ number, name }) => (
    <a
      key={number}
      href={withOnward("/sign-in/oidc", onward, number > 1 ? { provider: String(number) } : {})}
      className="button wrap-anywhere w-full whitespace-normal! text-center"
    >
      {t("admin_account.sign_in.provider", { name })}
    </a>
  ));
}

/** The ways in without a password: providers and passkeys. */
export function OtherWays({ onward, t }: Props) {
  return (
    <div className="mt-4 space-y-3">
      <ProviderButtons onward={onward} t={t} />
      <PasskeyButton
        label={t("admin_account.sign_in.passkey")}
        failed={t("admin_account.sign_in.passkey_failed")}
        onward={fieldsOfOnward(onward)}
      />
    </div>
  );
}
