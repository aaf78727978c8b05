"use client";
import { useTranslations } from "use-intl/react";
import { RadioCards, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field, NumberField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import type { Sources } from "#app/(admin)/pages/[subdomain]/metrics/_sources.ts";
import type { FormAction } from "#lib/api/actions.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { SourceFields } from "./source-fields.tsx";

// Without the schema itself: its library weighs more than the whole form.
const TYPES: Metric["type"][] = ["rt", "up"];
const FEATURED: Metric["featured_number"][] = ["avg", "max", "last"];

type Props = {
  action: FormAction;
  subdomain: string;
  /** The record to change; none: a new one. */
  metric?: Metric;
  sources: Sources;
  /** Else it is shown, and cannot be changed. */
  mayWrite: boolean;
};

/** Everything that a metric is. */
export function MetricForm({ action, subdomain, metric, sources, mayWrite }: Props) {
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
        <SourceFields subdomain={subdomain} metric={metric} sources={sources} />
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
