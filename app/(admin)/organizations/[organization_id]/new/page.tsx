import { notFound } from "next/navigation";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { ZoneField } from "#app/_ui/admin/zone-field.tsx";
import { zoneOptions } from "#app/_ui/admin/zones.ts";
import { openOrganization } from "#app/(admin)/_shared/organization.ts";
import { env } from "#lib/platform/config/env.ts";
import { createPageAction } from "../actions.ts";

type Props = { params: Promise<{ organization_id: string }> };

export default async function NewPage({ params }: Props) {
  const { organization_id } = await params;
  const { organization, may, t } = await openOrganization(organization_id);
  if (!may("status_page.write")) notFound();
  const { id, name } = organization;
  return (
    <Screen
      title={t("admin_organization.new_page")}
      of={name}
      back={{ href: `/organizations/${id}`, label: t("admin_organization.pages") }}
      width="reading"
      t={t}
    >
      <ActionForm
        action={createPageAction}
        hidden={{ organization_id: id }}
        draft={`organizations/${id}/pages/new`}
        className="max-w-lg space-y-5"
      >
        <Field name="name" label={t("admin_first_run.page_name")} required autoFocus />
        <Field
          name="url"
          label={t("admin_first_run.page_url")}
          hint={t("admin_first_run.page_url_hint")}
          required
        />
        <Field
          name="subdomain"
          label={t("admin_first_run.subdomain")}
          hint={t("admin_first_run.subdomain_hint", { domain: env().PAGES_DOMAIN })}
        />
        <ZoneField
          label={t("admin_first_run.time_zone")}
          hint={t("admin_first_run.time_zone_hint")}
          options={zoneOptions()}
        />
        <SwitchField
          name="draft"
          label={t("admin_organization.keep_draft")}
          hint={t("admin_organization.keep_draft_text")}
          initial
        />
        <Submit>{t("admin_organization.create_page")}</Submit>
      </ActionForm>
    </Screen>
  );
}
