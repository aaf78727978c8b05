import { Screen } from "#app/_ui/account/screen.tsx";
import { signOutAction } from "#app/_ui/account/sign-out.ts";
import { SignOutForm } from "#app/_ui/admin/sign-out-form.tsx";
import { fieldsOf, type ReturnTarget } from "#lib/identity/visitor-sessions/session-handoff.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

/** Says that the signed-in user may not see the page they asked for. */
export function NoAccess({ email, wish, t }: { email: string; wish: ReturnTarget; t: Translate }) {
  return (
    <Screen title={t("access.no_access.title")} t={t}>
      <p className="mb-6">{t("access.no_access.text", { email })}</p>
      <SignOutForm action={signOutAction}>
        {Object.entries(fieldsOf(wish)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="button w-full">
          {t("access.no_access.other")}
        </button>
      </SignOutForm>
    </Screen>
  );
}
