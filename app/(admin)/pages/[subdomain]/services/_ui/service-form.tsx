"use client";
import { useTranslations } from "use-intl/react";
import { ComboboxField } from "#app/_ui/admin/combobox-field.tsx";
import { AreaField, Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Pickable } from "#app/_ui/admin/picker.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { type Language, TranslationFields } from "#app/_ui/admin/translation-fields.tsx";
import type { FormAction } from "#lib/api/actions.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import type { Service } from "#lib/services/schema.ts";
import { MonitoringFields } from "./monitoring-fields.tsx";
import { type Parent, parentOptions } from "./parent-options.ts";
import { Automation, Visibility } from "./service-sections.tsx";

type Props = {
  action: FormAction;
  subdomain: string;
  /** The record to change; none: a new one. */
  service?: Service;
  parents: Parent[];
  /** Else it is shown, and cannot be changed. */
  mayWrite: boolean;
  /** The other languages of the page. */
  languages: Language[];
  /** Possible recipients; null: this user may not see them. */
  people: Pickable[] | null;
};

/** Everything that a service is. */
export function ServiceForm({ action, subdomain, service, ...choices }: Props) {
  const t = useTranslations("admin_services");
  const kit = useTranslations("admin_kit");
  const { parents, languages, people, mayWrite } = choices;
  return (
    <ActionForm
      action={action}
      hidden={{ subdomain, ...(service && { service_id: service.id }) }}
      seen={service && fieldMarks(service)}
      draft={`${subdomain}/services/${service?.id ?? "new"}`}
    >
      <fieldset disabled={!mayWrite} className="group/service">
        <Section title={t("section.basics")} text={t("section.basics_text")}>
          <Field
            name="name"
            label={t("name")}
            hint={t("name_hint")}
            initial={service?.name}
            autoFocus={!service}
          />
          <AreaField
            name="description"
            label={t("description")}
            hint={t("description_hint")}
            initial={service?.description ?? ""}
          />
          <ComboboxField
            name="parent_id"
            label={t("parent")}
            initial={String(service?.parent_id ?? "")}
            options={[{ value: "", label: t("parent_none") }, ...parentOptions(parents)]}
          />
          <AreaField
            name="private_description"
            label={t("private_description")}
            hint={t("private_description_hint")}
            initial={service?.private_description ?? ""}
            rows={2}
          />
          <TranslationFields
            name="translations"
            languages={languages}
            initial={service?.translations ?? {}}
            fields={[
              { name: "name", label: t("name") },
              { name: "description", label: t("description"), isLong: true },
            ]}
          />
        </Section>
        <Visibility service={service} />
        <Section title={t("section.monitoring")} text={t("section.monitoring_text")}>
          <MonitoringFields service={service} />
        </Section>
        <div className="group-has-[[data-kind=none]:checked]/service:hidden">
          <Automation service={service} people={people} />
        </div>
      </fieldset>
      {mayWrite && (
        <FormFoot>
          <Submit busy={kit("saving")}>{service ? kit("save") : t("create")}</Submit>
        </FormFoot>
      )}
    </ActionForm>
  );
}
