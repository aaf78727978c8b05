"use server";
import { action } from "#lib/api/actions.ts";
import { flagIn } from "#lib/core/forms/read.ts";
import { updateOrganization } from "#lib/identity/organizations/organizations.ts";
import { UpdateOrganization } from "#lib/identity/organizations/schema.ts";

export const requireStrongSignInAction = action(
  "requireStrongSignInAction",
  {
    input: UpdateOrganization,
    read: (form) => ({ strong_sign_in_required: flagIn(form, "strong_sign_in_required") }),
  },
  async ({ ctx, target, input, t }) => {
    await updateOrganization(ctx, target, input);
    return { text: t("admin_account.profile.done") };
  },
);
