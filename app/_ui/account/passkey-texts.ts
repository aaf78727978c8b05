import type { Translate } from "#lib/platform/i18n/translator.ts";

export function passkeyTexts(t: Translate) {
  return {
    name: t("admin_account.passkeys.name"),
    hint: t("admin_account.passkeys.name_hint"),
    default_name: t("admin_account.passkeys.default_name"),
    add: t("admin_account.passkeys.add"),
    failed: t("admin_account.passkeys.failed"),
    known: t("admin_account.passkeys.known"),
    unavailable: t("admin_account.passkeys.unavailable"),
  };
}
