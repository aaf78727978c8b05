import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Context } from "#lib/context.ts";
import type { Translate } from "#lib/i18n/translator.ts";
import { getSignInRules } from "#lib/organizations/require-strong-sign-in.ts";
import { requireStrongSignInAction } from "./sign-in-actions.ts";

type Props = { ctx: Context; organization_id: number; t: Translate };

/** What members of an organization sign in with. */
export async function SignInRules({ ctx, organization_id, t }: Props) {
  const rules = await getSignInRules(ctx, { organization_id });
  return (
    <Section title={t("admin_account.organization.title")}>
      <ActionForm
        action={requireStrongSignInAction}
        hidden={{ organization_id }}
        className="space-y-5"
      >
        <SwitchField
          name="strong_sign_in_required"
          label={t("admin_account.organization.required")}
          hint={t("admin_account.organization.hint")}
          initial={rules.strong_sign_in_required}
        />
        <Submit>{t("admin_account.profile.submit")}</Submit>
      </ActionForm>
    </Section>
  );
}
