import { SelectField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { listOwnOrganizations } from "#lib/identity/organizations/organizations.ts";
import { ADMIN_LOCALES } from "#lib/platform/i18n/translator.ts";
import { Leave } from "./_leave.tsx";
import { openAccount } from "./_open.ts";
import { Frame } from "./_ui/frame.tsx";
import { updateProfileAction } from "./actions.ts";

function nameOf(locale: string): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
}

/** Name and language. */
export default async function ProfilePage() {
  const { ctx, user, target, t } = await openAccount();
  const organizations = await listOwnOrganizations(ctx, target);
  const languages = ADMIN_LOCALES.map((value) => ({ value, label: nameOf(value) }));
  const automatic = { value: "", label: t("admin_account.profile.automatic") };
  return (
    <Frame tab="profile" t={t}>
      <Section title={t("admin_account.tabs.profile")} text={user.email}>
        <ActionForm action={updateProfileAction} className="space-y-5">
          <Field
            name="name"
            label={t("admin_account.profile.name")}
            initial={user.name}
            autoComplete="name"
          />
          <SelectField
            name="locale"
            label={t("admin_account.profile.language")}
            initial={user.locale}
            options={[automatic, ...languages]}
          />
          <Submit>{t("admin_account.profile.submit")}</Submit>
        </ActionForm>
      </Section>
      <Leave organizations={organizations} hasPassword={user.password_hash !== null} t={t} />
    </Frame>
  );
}
