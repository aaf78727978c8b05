"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { RadioCards, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Sources } from "#app/(admin)/pages/[subdomain]/metrics/_sources.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";

type Props = { subdomain: string; metric: Metric | undefined; sources: Sources };

const KINDS = ["api", "service", "integration"] as const;

function kindOf(metric: Metric | undefined): (typeof KINDS)[number] {
  if (metric?.service_id) return "service";
  return metric?.integration_id ? "integration" : "api";
}

const optionsOf = (sources: Sources["services"]) =>
  sources.map(({ id, name }) => ({ value: String(id), label: name }));

/** Where entries come from: one of three, with the fields of that one. */
export function SourceFields({ subdomain, metric, sources }: Props) {
  const t = useTranslations("admin_metrics");
  const { services, integrations, mayConnect } = sources;
  const isThere = { api: true, service: services.length > 0, integration: integrations.length > 0 };
  const options = KINDS.filter((value) => isThere[value]).map((value) => ({
    value,
    kind: value,
    label: t(`source.${value}`),
    hint: t(`source.${value}_hint`),
  }));
  return (
    <Section title={t("section.source")} text={t("section.source_text")}>
      <SwitchField
        name="enabled"
        label={t("enabled")}
        hint={t("enabled_hint")}
        initial={metric?.enabled ?? true}
      />
      <div className="group/source space-y-5">
        <RadioCards
          name="source"
          label={t("section.source")}
          options={options}
          initial={kindOf(metric)}
        />
        <div className="hidden group-has-[[data-kind=service]:checked]/source:block">
          <SelectField
            name="service_id"
            label={t("service")}
            initial={metric?.service_id?.toString()}
            options={optionsOf(services)}
          />
        </div>
        <div className="hidden space-y-5 group-has-[[data-kind=integration]:checked]/source:block">
          <SelectField
            name="integration_id"
            label={t("integration")}
            initial={metric?.integration_id?.toString()}
            options={optionsOf(integrations)}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field name="remote_id" label={t("remote_id")} initial={metric?.remote_id ?? ""} />
            <Field
              name="remote_name"
              label={t("remote_name")}
              initial={metric?.remote_name ?? ""}
            />
          </div>
        </div>
      </div>
      {mayConnect && integrations.length === 0 && (
        <p className="text-sm">
          <Link className="text-link hover:underline" href={`/pages/${subdomain}/integrations/new`}>
            {t("source.connect")}
          </Link>
        </p>
      )}
    </Section>
  );
}
