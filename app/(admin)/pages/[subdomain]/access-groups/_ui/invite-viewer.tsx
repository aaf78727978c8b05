import { Field } from "#app/_ui/admin/field.tsx";
import { Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { ShowOnceForm } from "#app/_ui/admin/show-once-form.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { addPageMemberAction } from "#app/(admin)/organizations/[organization_id]/members/actions.ts";

/** Invites a viewer of the page, who can then be chosen for the group. */
export function InviteViewer({ admin: { page, may, t } }: { admin: Admin }) {
  if (!may("page_member.write")) return null;
  return (
    <Section title={t("admin_access_groups.invite")} text={t("admin_access_groups.invite_text")}>
      <ShowOnceForm
        action={addPageMemberAction}
        hidden={{ subdomain: page.subdomain, role: "viewer" }}
        className="space-y-4"
      >
        <Field name="email" type="email" label={t("admin_members.email")} required />
        <Submit className="button">{t("admin_members.invite_submit")}</Submit>
      </ShowOnceForm>
    </Section>
  );
}
