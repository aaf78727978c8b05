import { SelectField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { listOwnOrganizations } from "#lib/identity/organizations/organizations.ts";
import { ADMIN_LOCALES, type Translate } from "#lib/platform/i18n/translator.ts";
import { Leave } from "./_leave.tsx";
import { openAccount } from "./_open.ts";
import { Frame } from "./_ui/frame.tsx";
import { requestAddressAction, updateProfileAction } from "./actions.ts";

function nameOf(locale: string): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
}

type Props = { searchParams: Promise<{ done?: string }> };

/** Name, language and address. */
export default async function ProfilePage({ searchParams }: Props) {
  const { ctx, user, target, t } = await openAccount();
  const hasPassword = user.password_hash !== null;
  const { done } = await searchParams;
  const organizations = await listOwnOrganizations(ctx, target);
  const languages = ADMIN_LOCALES.map((value) => ({ value, label: nameOf(value) }));
  const automatic = { value: "", label: t("admin_account.profile.automatic") };
  return (
    <Frame tab="profile" t={t}>
      {done === "address" && <Flash text={t("admin_account.address.done")} />}
      <Section title={t("admin_account.tabs.profile")}>
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
      <Address email={user.email} hasPassword={hasPassword} t={t} />
      <Leave organizations={organizations} hasPassword={hasPassword} t={t} />
    </Frame>
  );
}

type AddressProps = { email: string; hasPassword: boolean; t: Translate };

/** The address, which changes once its new mailbox has answered. */
function Address({ email, hasPassword, t }: AddressProps) {
  return (
    <Section title={t("admin_account.address.title")} text={t("admin_account.address.text")}>
      <ActionForm action={requestAddressAction} className="space-y-4">
        <Field
          name="email"
          type="email"
          label={t("admin_account.profile.email")}
          initial={email}
          autoComplete="email"
        />
        <Field
          name="current_password"
          type={hasPassword ? "password" : "text"}
          label={t(`admin_account.profile.${hasPassword ? "delete_password" : "delete_code"}`)}
          autoComplete={hasPassword ? "current-password" : "one-time-code"}
          required
        />
        <Submit className="button">{t("admin_account.address.submit")}</Submit>
      </ActionForm>
    </Section>
  );
}
