import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { localTime, readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { Back } from "#app/(admin)/pages/[subdomain]/incidents/_ui/back.tsx";
import { ServicePicker } from "#app/(admin)/pages/[subdomain]/incidents/_ui/service-picker.tsx";
import { Times } from "#app/(admin)/pages/[subdomain]/incidents/_ui/times.tsx";
import {
  type IncidentRoute,
  openIncident,
} from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/_read.ts";
import {
  deleteIncidentAction,
  updateIncidentAction,
} from "#app/(admin)/pages/[subdomain]/incidents/actions.ts";

export default async function EditIncidentPage({ params }: { params: Promise<IncidentRoute> }) {
  const { admin, incident } = await openIncident(await params);
  const { t, page } = admin;
  const target = { subdomain: page.subdomain, incident_id: incident.id };
  const { time_zone } = page;
  return (
    <div className="max-w-2xl">
      <title>{t("admin.title", { title: t("admin.compose.edit_title") })}</title>
      <Back href={`/pages/${page.subdomain}/incidents/${incident.id}`}>{incident.title}</Back>
      <h1 className="mb-6 font-semibold text-2xl">{t("admin.compose.edit_title")}</h1>
      <ActionForm action={updateIncidentAction} hidden={target} className="space-y-6">
        <Field
          name="title"
          label={t("admin.compose.name")}
          initial={incident.title}
          autoComplete="off"
        />
        <ServicePicker services={await readChoices(admin)} chosen={incident.service_ids} />
        <Times
          time_zone={time_zone}
          starts_at={localTime(incident.starts_at, time_zone)}
          ends_at={incident.ends_at ? localTime(incident.ends_at, time_zone) : ""}
        />
        <Submit busy={t("admin.compose.saving")} className="button button-primary max-sm:w-full">
          {t("admin.compose.save")}
        </Submit>
      </ActionForm>
      <section className="mt-12 border-line border-t pt-6">
        <h2 className="mb-1 font-semibold text-lg">{t("admin.incident.delete_title")}</h2>
        <p className="mb-4 text-muted">{t("admin.incident.delete_text")}</p>
        <ActionForm action={deleteIncidentAction} hidden={target} className="space-y-4">
          <Field
            name="title"
            label={t("admin.incident.delete_confirm", { title: incident.title })}
            autoComplete="off"
          />
          <Submit className="button button-danger">{t("admin.incident.delete_submit")}</Submit>
        </ActionForm>
      </section>
    </div>
  );
}
