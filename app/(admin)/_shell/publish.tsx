import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { publishPageAction } from "#app/(admin)/pages/[subdomain]/settings/actions.ts";

/** Shows a draft to everybody. */
export function Publish({ admin: { page, t } }: { admin: Admin }) {
  const { subdomain, organization_id } = page;
  return (
    <ActionForm action={publishPageAction} hidden={{ subdomain, organization_id, draft: "false" }}>
      <Submit className="button button-small whitespace-nowrap">
        {t("admin_settings.publish.draft.do")}
      </Submit>
    </ActionForm>
  );
}

/** A page that visitors cannot see yet, and the way to change that. */
export function Draft({ admin }: { admin: Admin }) {
  const { t, may } = admin;
  return (
    <div className="flex min-h-9 items-center justify-between gap-2 px-2 touch:min-h-11">
      <span
        className="count shrink-0 whitespace-nowrap"
        title={t("admin_settings.publish.draft.text")}
      >
        {t("admin_organization.draft")}
      </span>
      {may("status_page.write") && <Publish admin={admin} />}
    </div>
  );
}
