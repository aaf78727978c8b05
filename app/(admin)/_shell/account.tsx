import type { Translate } from "#lib/i18n/translator.ts";
import type { UserRow } from "#lib/users/queries.ts";
import { signOutAction } from "../../(auth)/sign-in/actions.ts";

/** Who is signed in, and the way out. */
export function Account({ user, t }: { user: UserRow; t: Translate }) {
  return (
    <form action={signOutAction} className="text-sm">
      <p className="mb-2 truncate text-muted" title={user.email}>
        {t("admin.account.signed_in_as", { email: user.email })}
      </p>
      <button type="submit" className="button" data-keys="">
        {t("admin.account.sign_out")}
      </button>
    </form>
  );
}
