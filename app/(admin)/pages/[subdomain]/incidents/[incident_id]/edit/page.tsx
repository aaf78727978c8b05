import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { TimeFields } from "#app/_ui/admin/time-fields.tsx";
import { localTime, readChoices } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
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
  const address = `/pages/${page.subdomain}/incidents/${incident.id}`;
  return (
    <Screen
      title={t("admin.compose.edit_title")}
      t={t}
      width="reading"
      back={{ href: address, label: incident.title }}
    >
      <ActionForm
        action={updateIncidentAction}
        hidden={target}
        seenAt={incident.updated_at}
        draft={`${page.subdomain}/incidents/${incident.id}`}
        className="space-y-5"
      >
        <Field name="title" label={t("admin.compose.name")} initial={incident.title} />
        <ServicePicker services={await readChoices(admin)} chosen={incident.service_ids} />
        <TimeFields
          time_zone={time_zone}
          fields={[
            {
              name: "starts_at",
              label: t("admin.compose.starts_at"),
              initial: localTime(incident.starts_at, time_zone),
            },
            {
              name: "ends_at",
              label: t("admin.compose.ends_at"),
              initial: incident.ends_at ? localTime(incident.ends_at, time_zone) : "",
            },
          ]}
        />
        <Submit busy={t("admin.compose.saving")} className="button button-primary max-sm:w-full">
          {t("admin.compose.save")}
        </Submit>
      </ActionForm>
      <section className="mt-10 border-line border-t pt-5">
        <h2 className="mb-1 font-semibold">{t("admin.incident.delete_title")}</h2>
        <p className="mb-4 text-muted">{t("admin.incident.delete_text")}</p>
        <ActionForm action={deleteIncidentAction} hidden={target} className="max-w-md space-y-4">
          <Field
            name="title"
            label={t("admin.incident.delete_confirm", { title: incident.title })}
          />
          <Submit className="button button-danger">{t("admin.incident.delete_submit")}</Submit>
        </ActionForm>
      </section>
    </Screen>
  );
}
