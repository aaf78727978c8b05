"use server";
import { action } from "#lib/actions.ts";
import { textIn } from "#lib/forms/read.ts";
import { requireStrongSignIn, SignInRules } from "#lib/organizations/require-strong-sign-in.ts";

export const requireStrongSignInAction = action(
  "requireStrongSignInAction",
  {
    input: SignInRules,
    read: (form) => ({
      strong_sign_in_required: textIn(form, "strong_sign_in_required") === "true",
    }),
  },
  async ({ ctx, target, input, t }) => {
    await requireStrongSignIn(ctx, target, input);
    return { text: t("admin_account.profile.done") };
  },
);
