"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { RadioCards } from "#app/_ui/admin/choice-fields.tsx";
import { Field, NumberField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit, useForm } from "#app/_ui/admin/form.tsx";
import { STATE_COLORS, StateShape } from "#app/_ui/admin/icons.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { ColourField } from "#app/_ui/admin/special-fields.tsx";
import { type Language, TranslationFields } from "#app/_ui/admin/translation-fields.tsx";
import {
  FREE_KEYS,
  isKnownToPlugins,
} from "#app/(admin)/pages/[subdomain]/incident-types/_plugins.ts";
import {
  createIncidentTypeAction,
  updateIncidentTypeAction,
} from "#app/(admin)/pages/[subdomain]/incident-types/actions.ts";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import type { IncidentType } from "#lib/incidents/types/schema.ts";

type Props = {
  subdomain: string;
  /** The record to change; none: a new one. */
  type?: IncidentType;
  languages: Language[];
};

/** Everything that a type of incident is. */
export function TypeForm({ subdomain, type, languages }: Props) {
  const t = useTranslations("admin_incident_types");
  const kit = useTranslations("admin_kit");
  const words = useTranslations("public.type");
  return (
    <ActionForm
      action={type ? updateIncidentTypeAction : createIncidentTypeAction}
      hidden={{ subdomain, ...(type && { incident_type_id: type.id }) }}
      seen={type && fieldMarks(type)}
      draft={`${subdomain}/incident-types/${type?.id ?? "new"}`}
    >
      <Section title={t("section.name")}>
        <Field
          name="name"
          label={t("name")}
          hint={t("name_hint")}
          initial={type?.name}
          autoFocus={!type}
        />
        <TranslationFields
          languages={languages}
          fields={[{ name: "name", label: t("name") }]}
          initial={type?.translations}
        />
        {type ? <FixedKey type={type} /> : <KeyField />}
      </Section>
      <Section title={t("section.meaning")} text={t("section.meaning_text")}>
        <RadioCards
          name="base_severity"
          label={t("base_severity")}
          initial={type?.base_severity ?? "minor"}
          columns={3}
          options={SEVERITIES.map((severity) => ({
            value: severity,
            label: words(severity),
            hint: t(`severity.${severity}`),
            icon: (
              <span className={STATE_COLORS[severity]}>
                <StateShape shape={severity} />
              </span>
            ),
          }))}
        />
      </Section>
      <Section title={t("section.look")}>
        <ColourField
          name="color"
          label={t("color")}
          hint={t("color_hint")}
          initial={type?.color ? `#${type.color.replace("#", "")}` : ""}
        />
        <NumberField
          name="order"
          label={t("order")}
          hint={t("order_hint")}
          initial={type?.order}
          min={0}
        />
      </Section>
      <FormFoot>
        <Submit busy={kit("saving")}>{type ? kit("save") : t("create")}</Submit>
      </FormFoot>
    </ActionForm>
  );
}

function Warning({ typed }: { typed: string }) {
  const t = useTranslations("admin_incident_types");
  if (typed === "" || isKnownToPlugins(typed)) return null;
  return (
    <p className="note">{t("unknown_to_plugins", { key: typed, known: FREE_KEYS.join(", ") })}</p>
  );
}

function KeyField() {
  const t = useTranslations("admin_incident_types");
  const { state } = useForm();
  const [typed, setTyped] = useState(state.values.key?.[0] ?? "");
  return (
    <div
      onInput={({ target }) => setTyped((target as HTMLInputElement).value.trim())}
      className="space-y-2"
    >
      <Field name="key" label={t("key")} hint={t("key_hint")} />
      <div role="status">
        <Warning typed={typed} />
      </div>
    </div>
  );
}

function FixedKey({ type }: { type: IncidentType }) {
  const t = useTranslations("admin_incident_types");
  return (
    <div className="space-y-2">
      <p>
        <span className="font-medium">{t("key")}</span> <code>{type.key}</code>
      </p>
      <Warning typed={type.key} />
    </div>
  );
}
