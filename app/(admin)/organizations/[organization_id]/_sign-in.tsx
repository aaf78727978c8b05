import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Organization } from "#lib/identity/organizations/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { requireStrongSignInAction } from "./sign-in-actions.ts";

type Props = { organization: Organization; t: Translate };

/** Sign-in methods of an organization's members. */
export function SignInRules({ organization, t }: Props) {
  return (
    <Section title={t("admin_account.organization.title")}>
      <ActionForm
        action={requireStrongSignInAction}
        hidden={{ organization_id: organization.id }}
        className="space-y-5"
      >
        <SwitchField
          name="strong_sign_in_required"
          label={t("admin_account.organization.required")}
          hint={t("admin_account.organization.hint")}
          initial={organization.strong_sign_in_required}
        />
        <Submit>{t("admin_account.profile.submit")}</Submit>
      </ActionForm>
    </Section>
  );
}
