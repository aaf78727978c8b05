"use client";
import { useTranslations } from "use-intl/react";
import { RadioCards, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { AreaField, Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import type { FormAction } from "#lib/actions.ts";
import type { Service } from "#lib/services/schema.ts";
import { MonitoringFields } from "./monitoring-fields.tsx";

export type Parent = { id: number; name: string; depth: number };

type Props = {
  action: FormAction;
  subdomain: string;
  /** What is changed; none: a new one. */
  service?: Service;
  parents: Parent[];
};

/** Everything that a service is. */
export function ServiceForm({ action, subdomain, service, parents }: Props) {
  const t = useTranslations("admin_services");
  const kit = useTranslations("admin_kit");
  return (
    <ActionForm
      action={action}
      hidden={{ subdomain, ...(service && { service_id: service.id }) }}
      seenAt={service?.updated_at}
      draft={`${subdomain}/services/${service?.id ?? "new"}`}
    >
      <Section title={t("section.basics")} text={t("section.basics_text")}>
        <Field name="name" label={t("name")} hint={t("name_hint")} initial={service?.name} />
        <AreaField
          name="description"
          label={t("description")}
          hint={t("description_hint")}
          initial={service?.description ?? ""}
        />
        <SelectField
          name="parent_id"
          label={t("parent")}
          initial={String(service?.parent_id ?? "")}
          options={[
            { value: "", label: t("parent_none") },
            ...parents.map(({ id, name, depth }) => ({
              value: String(id),
              label: `${"\u2003".repeat(depth)}${name}`,
            })),
          ]}
        />
        <AreaField
          name="private_description"
          label={t("private_description")}
          hint={t("private_description_hint")}
          initial={service?.private_description ?? ""}
          rows={2}
        />
      </Section>
      <Visibility service={service} />
      <Section title={t("section.monitoring")} text={t("section.monitoring_text")}>
        <MonitoringFields service={service} />
      </Section>
      <Automation service={service} />
      <FormFoot>
        <Submit busy={kit("saving")}>{service ? kit("save") : t("create")}</Submit>
      </FormFoot>
    </ActionForm>
  );
}

function Visibility({ service }: { service: Service | undefined }) {
  const t = useTranslations("admin_services");
  return (
    <Section title={t("section.visibility")}>
      <SwitchField
        name="private"
        label={t("private")}
        hint={t("private_hint")}
        initial={service?.private}
      />
      <SwitchField
        name="display_uptime_graph"
        label={t("display_uptime_graph")}
        initial={service?.display_uptime_graph ?? true}
      />
      <SwitchField
        name="display_response_time_chart"
        label={t("display_response_time_chart")}
        initial={service?.display_response_time_chart}
      />
    </Section>
  );
}

function Automation({ service }: { service: Service | undefined }) {
  const t = useTranslations("admin_services");
  const types = (["", "minor", "major"] as const).map((value) => ({
    value,
    label: t(`type.${value || "none"}`),
    hint: t(`type.${value || "none"}_hint`),
  }));
  return (
    <Section title={t("section.automation")} text={t("section.automation_text")}>
      <SwitchField
        name="auto_incident"
        label={t("auto_incident")}
        hint={t("auto_incident_hint")}
        initial={service?.auto_incident}
      />
      <SwitchField name="auto_notify" label={t("auto_notify")} initial={service?.auto_notify} />
      <SwitchField
        name="pause_monitoring_during_maintenances"
        label={t("pause_monitoring")}
        initial={service?.pause_monitoring_during_maintenances}
      />
      <RadioCards
        name="incident_type"
        label={t("incident_type")}
        options={types}
        initial={service?.incident_type ?? ""}
        columns={3}
      />
      <RadioCards
        name="parent_incident_type"
        label={t("parent_incident_type")}
        options={types}
        initial={service?.parent_incident_type ?? ""}
        columns={3}
      />
    </Section>
  );
}
