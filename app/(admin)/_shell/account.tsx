import { SignOutForm } from "#app/_ui/admin/sign-out-form.tsx";
import { signOutAction } from "#app/(auth)/sign-in/actions.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

/** Who is signed in, and the way out. */
export function Account({ user, t }: { user: UserRow; t: Translate }) {
  const who = t("admin.account.signed_in_as", { email: user.email });
  return (
    <SignOutForm action={signOutAction} className="text-sm">
      <p className="truncate text-muted" title={who}>
        <span className="sr-only">{who}</span>
        <span aria-hidden="true">{user.email}</span>
      </p>
      <button type="submit" className="min-h-11 text-link hover:underline md:min-h-8" data-keys="">
        {t("admin.account.sign_out")}
      </button>
    </SignOutForm>
  );
}
