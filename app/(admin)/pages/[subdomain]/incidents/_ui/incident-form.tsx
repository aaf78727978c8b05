"use client";
import { useTranslations } from "use-intl/react";
import { Editor } from "#app/_ui/admin/editor.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit, useForm } from "#app/_ui/admin/form.tsx";
import { StateShape } from "#app/_ui/admin/icons.tsx";
import { type ServiceChoice, ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { TimeFields } from "#app/_ui/admin/time-fields.tsx";
import { createIncidentAction } from "#app/(admin)/pages/[subdomain]/incidents/actions.ts";
import type { Severity } from "#lib/fields/severity.ts";

/** A type that an incident can have; `name` where it is the page's own. */
export type TypeOption = { key: string; severity: Severity; name: string | null };

type Props = {
  subdomain: string;
  types: TypeOption[];
  services: ServiceChoice[];
  time_zone: string;
  starts_at: string;
};

const COLORS = { major: "text-major", minor: "text-minor", scheduled: "text-scheduled" } as const;

/**
 * Composes an incident, a maintenance, or a record of what is over. What does not apply is hidden
 * by CSS: before scripts run and without them, too.
 */
export function IncidentForm({ subdomain, types, services, time_zone, starts_at }: Props) {
  const t = useTranslations("admin.compose");
  return (
    <ActionForm
      action={createIncidentAction}
      hidden={{ subdomain }}
      draft={`${subdomain}/incidents/new`}
      className="group/form max-w-2xl space-y-6"
    >
      <TypeChoice types={types} />
      <Field name="title" label={t("name")} hint={t("name_hint")} autoComplete="off" />
      <ServicePicker services={services} />
      <Editor
        name="description"
        path="updates.0.description"
        label={t("text")}
        hint={t("text_hint")}
      />
      <label className="flex min-h-9 items-baseline gap-2 group-has-[[data-severity=scheduled]:checked]/form:hidden touch:min-h-11">
        <input type="checkbox" name="over" className="size-4 translate-y-0.5" />
        <span>
          {t("over")} <span className="text-muted text-sm">{t("over_hint")}</span>
        </span>
      </label>
      <TimeFields
        time_zone={time_zone}
        fields={[
          { name: "starts_at", label: t("starts_at"), initial: starts_at },
          { name: "ends_at", label: t("ends_at") },
        ]}
        className="hidden group-has-[[name=over]:checked]/form:block group-has-[[data-severity=scheduled]:checked]/form:block"
      />
      <Submit busy={t("posting")} className="button button-primary max-sm:w-full">
        <span className="group-has-[[data-severity=scheduled]:checked]/form:hidden">
          <span className="group-has-[[name=over]:checked]/form:hidden">{t("post_incident")}</span>
          <span className="hidden group-has-[[name=over]:checked]/form:inline">
            {t("post_past")}
          </span>
        </span>
        <span className="hidden group-has-[[data-severity=scheduled]:checked]/form:inline">
          {t("post_maintenance")}
        </span>
      </Submit>
    </ActionForm>
  );
}

function TypeChoice({ types }: { types: TypeOption[] }) {
  const t = useTranslations();
  const { state } = useForm();
  const initial = state.values.type?.[0] ?? types[0]?.key;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("admin.compose.type")}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {types.map(({ key, severity, name }) => (
          <label key={key} className="choice items-start!">
            {severity === "scheduled" && (
              <input type="hidden" name="maintenance_type" value={key} />
            )}
            <input
              type="radio"
              name="type"
              value={key}
              data-severity={severity}
              defaultChecked={key === initial}
              className="sr-only"
            />
            <span className={`mt-0.5 ${COLORS[severity]}`}>
              <StateShape shape={severity} />
            </span>
            <span>
              <span className="block font-medium">{name ?? t(`public.type.${severity}`)}</span>
              <span className="block text-muted text-sm">
                {t(name ? `public.type.${severity}` : `admin.compose.type_${severity}`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
