"use client";
import { useTranslations } from "use-intl/react";
import { CheckCards, type Option } from "#app/_ui/admin/choice-fields.tsx";
import { Editor } from "#app/_ui/admin/editor.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { type ServiceChoice, ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { type Language, TranslationFields } from "#app/_ui/admin/translation-fields.tsx";
import {
  createTemplateAction,
  updateTemplateAction,
} from "#app/(admin)/pages/[subdomain]/templates/actions.ts";
import type { IncidentTemplate } from "#lib/incidents/templates/schema.ts";

type Props = {
  subdomain: string;
  /** The record to change; none: a new one. */
  template?: IncidentTemplate;
  types: Option[];
  services: ServiceChoice[];
  languages: Language[];
};

/** Everything that a template is. */
export function TemplateForm({ subdomain, template, types, services, languages }: Props) {
  const t = useTranslations("admin_templates");
  const kit = useTranslations("admin_kit");
  return (
    <ActionForm
      action={template ? updateTemplateAction : createTemplateAction}
      hidden={{ subdomain, ...(template && { incident_template_id: template.id }) }}
      draft={`${subdomain}/templates/${template?.id ?? "new"}`}
    >
      <Section title={t("section.offer")} text={t("section.offer_text")}>
        <Field
          name="name"
          label={t("name")}
          hint={t("name_hint")}
          initial={template?.name}
          autoFocus={!template}
        />
        <CheckCards
          name="incident_types"
          label={t("types")}
          hint={t("types_hint")}
          options={types}
          initial={template?.incident_types}
        />
      </Section>
      <Section title={t("section.fill")} text={t("section.fill_text")}>
        <Field name="title" label={t("heading")} initial={template?.title} />
        <Editor name="description" label={t("text")} initial={template?.description} />
        <TranslationFields
          languages={languages}
          fields={[
            { name: "title", label: t("heading") },
            { name: "description", label: t("text"), isLong: true },
          ]}
          initial={template?.translations}
        />
        <ServicePicker services={services} chosen={template?.service_ids} label={t("services")} />
      </Section>
      <FormFoot>
        <Submit busy={kit("saving")}>{template ? kit("save") : t("create")}</Submit>
      </FormFoot>
    </ActionForm>
  );
}
