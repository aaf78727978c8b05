import {
  type Option,
  RadioCards,
  SelectField,
  SwitchField,
} from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { TimeFields } from "#app/_ui/admin/time-fields.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { GroupsField } from "#app/(admin)/pages/[subdomain]/_composer/groups-field.tsx";
import {
  fieldMoment,
  readChoices,
  readGroups,
  readTypes,
} from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { markOf } from "#app/(admin)/pages/[subdomain]/incidents/_course.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { CourseFields } from "#app/(admin)/pages/[subdomain]/incidents/_ui/course-fields.tsx";
import { lasting } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import {
  type IncidentRoute,
  openIncident,
} from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/_read.ts";
import {
  deleteIncidentAction,
  updateIncidentAction,
} from "#app/(admin)/pages/[subdomain]/incidents/actions.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import { isActive } from "#lib/incidents/state.ts";
import { nameOf } from "#lib/platform/i18n/tags.ts";

type Props = { admin: Admin; incident: Listed };

export default async function EditIncidentPage({ params }: { params: Promise<IncidentRoute> }) {
  const { admin, incident } = await openIncident(await params);
  const { t, page } = admin;
  const target = { subdomain: page.subdomain, incident_id: incident.id };
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
        seen={fieldMarks(incident)}
        draft={`${page.subdomain}/incidents/${incident.id}`}
        className="space-y-5"
      >
        <Naming admin={admin} incident={incident} />
        <ServicePicker services={await readChoices(admin)} chosen={incident.service_ids} />
        <Since admin={admin} incident={incident} />
        <GroupsField groups={await readGroups(admin)} chosen={incident.subscription_group_ids} />
        <Times admin={admin} incident={incident} />
        <Course admin={admin} incident={incident} />
        <SwitchField
          name="affects_uptime"
          label={t("admin_composer.affects_uptime")}
          initial={incident.affects_uptime}
        />
        <Submit busy={t("admin.compose.saving")} className="button button-primary max-sm:w-full">
          {t("admin.compose.save")}
        </Submit>
      </ActionForm>
      <Deletion admin={admin} incident={incident} />
    </Screen>
  );
}

/** An incident stays one, as a maintenance does. */
async function readKindTypes({ admin, incident }: Props): Promise<Option[]> {
  const isPlanned = incident.severity === "scheduled";
  return (await readTypes(admin))
    .filter(({ severity }) => (severity === "scheduled") === isPlanned)
    .map(({ key, name, severity }) => ({
      value: key,
      label: name ?? admin.t(`public.type.${severity}`),
    }));
}

/** The title in every language, and the type where there is a choice. */
async function Naming({ admin, incident }: Props) {
  const { t, page } = admin;
  const translated = [...page.languages, ...Object.keys(incident.translations)];
  const tags = [...new Set(translated)].filter((tag) => tag !== page.default_language);
  const types = await readKindTypes({ admin, incident });
  return (
    <>
      <Field name="title" label={t("admin.compose.name")} initial={incident.title} />
      {tags.map((tag) => (
        <Field
          key={tag}
          name={`title_translations.${tag}.title`}
          path={`translations.${tag}.title`}
          label={t("admin_composer.title_in", { language: nameOf(tag) })}
          initial={incident.translations[tag]?.title ?? ""}
        />
      ))}
      {types.length > 1 && types.some(({ value }) => value === incident.type) && (
        <SelectField
          name="type"
          label={t("admin_composer.type")}
          initial={incident.type}
          options={types}
        />
      )}
    </>
  );
}

/** Whether another type, or other services, hold from now on or throughout. */
function Since({ admin, incident }: Props) {
  const { t, now } = admin;
  if (incident.severity === "scheduled" || !isActive(incident, now)) return null;
  return (
    <RadioCards
      name="since"
      label={t("admin_composer.since.title")}
      initial="now"
      columns={2}
      options={(["now", "start"] as const).map((value) => ({
        value,
        label: t(`admin_composer.since.${value}`),
        hint: t(`admin_composer.since.${value}_hint`),
      }))}
    />
  );
}

function Times({ admin, incident }: Props) {
  const { t, page } = admin;
  const { starts_at, ends_at } = incident;
  return (
    <TimeFields
      time_zone={page.time_zone}
      fields={[
        {
          name: "starts_at",
          label: t("admin.compose.starts_at"),
          ...fieldMoment(starts_at, page.time_zone),
        },
        {
          name: "ends_at",
          label: t("admin.compose.ends_at"),
          ...fieldMoment(ends_at, page.time_zone),
        },
      ]}
    />
  );
}

// More than that are corrected by API.
const MAX_ROWS = 100;

/** Each row of the course, to be corrected; a maintenance has its times. */
async function Course({ admin, incident }: Props) {
  const { page } = admin;
  const { course, impacts, severity } = incident;
  if (severity === "scheduled" || course.length > MAX_ROWS) return null;
  const types = await readKindTypes({ admin, incident });
  const isMissing = ({ type }: Listed["course"][number]) =>
    !types.some((one) => one.value === type);
  const others = new Set(course.filter(isMissing).map(({ type }) => type));
  return (
    <CourseFields
      rows={course.map(({ service_ids, type, starts_at, ends_at }) => ({
        ...{ service_ids, type },
        starts_at: fieldMoment(starts_at, page.time_zone),
        ends_at: fieldMoment(ends_at, page.time_zone),
      }))}
      mark={markOf(impacts)}
      isFollowing={incident.impacts_follow_updates}
      services={await readChoices(admin)}
      time_zone={page.time_zone}
      types={[...types, ...[...others].map((value) => ({ value, label: value }))]}
    />
  );
}

function Deletion({ admin, incident }: Props) {
  const { t, page, format } = admin;
  const { title, updates, all_services, affects_uptime, postmortem } = incident;
  const target = { subdomain: page.subdomain, incident_id: incident.id };
  return (
    <section className="mt-10 border-line border-t pt-5">
      <h2 className="mb-1 font-semibold">{t("admin.incident.delete_title")}</h2>
      <p className="text-muted">{t("admin.incident.delete_text")}</p>
      <ul className="mb-4 list-disc ps-5 text-muted">
        <li>{t("admin_composer.goes.updates", { count: updates.length })}</li>
        {affects_uptime && (
          <li>
            {t("admin_composer.goes.uptime", {
              duration: lasting(incident, admin),
              services: format.list(all_services),
            })}
          </li>
        )}
        {postmortem && <li>{t("admin_composer.goes.postmortem")}</li>}
      </ul>
      <ActionForm action={deleteIncidentAction} hidden={target} className="max-w-md space-y-4">
        <Field name="title" label={t("admin.incident.delete_confirm", { title })} isVerbatim />
        <Submit className="button button-danger">{t("admin.incident.delete_submit")}</Submit>
      </ActionForm>
    </section>
  );
}
