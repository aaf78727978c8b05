import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { OwnOrganizationRow } from "#lib/identity/organizations/queries.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { deleteAccountAction, leaveOrganizationAction } from "./actions.ts";

type Props = { organizations: OwnOrganizationRow[]; hasPassword: boolean; t: Translate };

/** Leaving organizations, a copy of what is stored, and the end of the account. */
export function Leave({ organizations, hasPassword, t }: Props) {
  return (
    <>
      {organizations.length > 0 && (
        <Section
          title={t("admin_account.profile.organizations")}
          text={t("admin_account.profile.leave_text")}
        >
          <ul className="divide-y divide-line border-line border-y">
            {organizations.map(({ id, name }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-2">
                <span className="wrap-anywhere min-w-0">{name}</span>
                <ConfirmDialog
                  trigger={
                    <button
                      type="button"
                      className="button button-small"
                      aria-label={t("admin_account.profile.leave_named", { name })}
                    >
                      {t("admin_account.profile.leave")}
                    </button>
                  }
                  title={t("admin_account.profile.leave_named", { name })}
                  text={t("admin_account.profile.leave_text")}
                  name={name}
                  action={leaveOrganizationAction}
                  hidden={{ organization_id: id, name }}
                  submit={t("admin_account.profile.leave")}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section
        title={t("admin_account.profile.export")}
        text={t("admin_account.profile.export_text")}
      >
        <a href="/account/export" download className="button">
          {t("admin_account.profile.export")}
        </a>
      </Section>
      <Section
        isDanger
        title={t("admin_account.profile.delete")}
        text={t("admin_account.profile.delete_text")}
      >
        <ActionForm action={deleteAccountAction} className="space-y-4">
          <Field
            name="current_password"
            type={hasPassword ? "password" : "text"}
            label={t(`admin_account.profile.${hasPassword ? "delete_password" : "delete_code"}`)}
            autoComplete={hasPassword ? "current-password" : "one-time-code"}
            required
          />
          <Submit className="button button-danger">{t("admin_account.profile.delete")}</Submit>
        </ActionForm>
      </Section>
    </>
  );
}
