"use client";
import { useTranslations } from "use-intl/react";
import { RadioCards, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field, NumberField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import type { FormAction } from "#lib/actions.ts";
import type { Metric } from "#lib/metrics/schema.ts";

// Without the schema itself: its library weighs more than the whole form.
const TYPES: Metric["type"][] = ["rt", "up"];
const FEATURED: Metric["featured_number"][] = ["avg", "max", "last"];

type Props = {
  action: FormAction;
  subdomain: string;
  /** What is changed; none: a new one. */
  metric?: Metric;
  integrations: { id: number; name: string }[];
  /** Those whose checks can feed it. */
  services: { id: number; name: string }[];
  /** Else it is shown, and cannot be changed. */
  mayWrite: boolean;
};

/** Everything that a metric is. */
export function MetricForm({ action, subdomain, metric, integrations, services, mayWrite }: Props) {
  const t = useTranslations("admin_metrics");
  const kit = useTranslations("admin_kit");
  return (
    <ActionForm
      action={action}
      hidden={{ subdomain, ...(metric && { metric_id: metric.id }) }}
      draft={`${subdomain}/metrics/${metric?.id ?? "new"}`}
    >
      <fieldset disabled={!mayWrite}>
        <Section title={t("section.basics")} text={t("section.basics_text")}>
          <Field
            name="title"
            label={t("name")}
            hint={t("name_hint")}
            initial={metric?.title}
            autoFocus={!metric}
          />
          <RadioCards
            name="type"
            label={t("type")}
            options={TYPES.map((value) => ({
              value,
              label: t(`types.${value}`),
              hint: t(`types.${value}_hint`),
            }))}
            initial={metric?.type ?? "rt"}
            columns={2}
          />
          <Field name="unit" label={t("unit")} hint={t("unit_hint")} initial={metric?.unit} />
        </Section>
        <Shown metric={metric} />
        <Source metric={metric} integrations={integrations} services={services} />
      </fieldset>
      {mayWrite && (
        <FormFoot>
          <Submit busy={kit("saving")}>{metric ? kit("save") : t("create")}</Submit>
        </FormFoot>
      )}
    </ActionForm>
  );
}

function Shown({ metric }: Pick<Props, "metric">) {
  const t = useTranslations("admin_metrics");
  return (
    <Section title={t("section.shown")}>
      <SwitchField
        name="visible"
        label={t("visible")}
        hint={t("visible_hint")}
        initial={metric?.visible ?? true}
      />
      <SelectField
        name="featured_number"
        label={t("featured_number")}
        initial={metric?.featured_number ?? "avg"}
        options={FEATURED.map((value) => ({ value, label: t(`featured.${value}`) }))}
      />
      <NumberField
        name="threshold"
        label={t("threshold")}
        hint={t("threshold_hint")}
        initial={metric?.threshold}
        step="any"
        unit={metric?.unit}
      />
    </Section>
  );
}

type SourceProps = Pick<Props, "metric" | "integrations" | "services">;

function Source({ metric, integrations, services }: SourceProps) {
  const t = useTranslations("admin_metrics");
  return (
    <Section title={t("section.source")} text={t("section.source_text")}>
      <SwitchField
        name="enabled"
        label={t("enabled")}
        hint={t("enabled_hint")}
        initial={metric?.enabled ?? true}
      />
      <SelectField
        name="integration_id"
        label={t("integration")}
        initial={String(metric?.integration_id ?? "")}
        options={[
          { value: "", label: t("integration_none") },
          ...integrations.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <SelectField
        name="service_id"
        label={t("service")}
        hint={t("service_hint")}
        initial={String(metric?.service_id ?? "")}
        options={[
          { value: "", label: t("service_none") },
          ...services.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="remote_id" label={t("remote_id")} initial={metric?.remote_id ?? ""} />
        <Field name="remote_name" label={t("remote_name")} initial={metric?.remote_name ?? ""} />
      </div>
    </Section>
  );
}
