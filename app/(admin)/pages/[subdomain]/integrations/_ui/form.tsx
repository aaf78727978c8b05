import type { ReactNode } from "react";
import { SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field, NumberField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { SecretField } from "#app/_ui/admin/special-fields.tsx";
import {
  type Kind,
  type KindName,
  kindOf,
} from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import { FillPasted } from "#app/(admin)/pages/[subdomain]/integrations/_ui/paste.tsx";
import type { FormAction } from "#lib/api/actions.ts";
import type { Integration } from "#lib/pages/integrations/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type Given = Partial<Record<string, string>>;

type Props = {
  action: FormAction;
  subdomain: string;
  name: KindName;
  /** The record to change; none: a new one. */
  integration?: Integration & { has_password: boolean };
  children?: ReactNode;
  /** Values of a new integration that are known already. */
  given?: Given;
  t: Translate;
};

export function IntegrationForm({
  action,
  subdomain,
  name,
  integration,
  children,
  given,
  t,
}: Props) {
  const { fields, purpose } = kindOf(name);
  const hidden: Record<string, string | number> = integration
    ? { subdomain, integration_id: integration.id }
    : { subdomain, name };
  return (
    <ActionForm
      action={action}
      hidden={hidden}
      draft={`${subdomain}/integrations/${integration?.id ?? name}`}
    >
      <Section
        title={t("admin_integrations.access")}
        text={t(`admin_integrations.purpose.${purpose}_text`)}
      >
        {fields.map((told) => (
          <OwnField key={told.field} {...{ told, integration, given, t }} />
        ))}
        {children}
        {!integration && <FillPasted />}
        <SwitchField
          name="settings.enabled"
          label={t("admin_integrations.enabled")}
          hint={t("admin_integrations.enabled_hint")}
          initial={integration?.settings.enabled ?? true}
        />
      </Section>
      <FormFoot>
        <Submit busy={t("admin_kit.saving")}>
          {integration ? t("admin_kit.save") : t("admin_integrations.create")}
        </Submit>
      </FormFoot>
    </ActionForm>
  );
}

type OwnProps = { told: Kind["fields"][number] } & Pick<Props, "integration" | "given" | "t">;

function OwnField({ told: { field, text, options }, integration, given, t }: OwnProps) {
  const label = t(`admin_integrations.field.${text}`);
  if (field === "key" || field === "password") {
    const kept = {
      key: integration?.key?.replace("…", ""),
      password: integration?.has_password ? "" : undefined,
    }[field];
    const aside = integration && kept === undefined && t("admin_integrations.no_secret");
    const hint = text === "ical_address" && t("admin_calendar.address_hint");
    return <SecretField name={field} {...{ label, kept, aside, hint }} />;
  }
  const initial = integration?.[field] ?? given?.[field];
  if (field === "port")
    return (
      <NumberField name={field} label={label} initial={Number(initial) || null} max={65_535} />
    );
  if (options)
    return (
      <SelectField
        name={field}
        label={label}
        initial={String(initial ?? options[0])}
        options={optionsWith(options, initial)}
      />
    );
  return <Field name={field} label={label} initial={String(initial ?? "")} />;
}

/** The choices, and what is set although nobody would choose it today. */
function optionsWith(options: readonly string[], set: string | number | null | undefined) {
  const all = set && !options.includes(String(set)) ? [String(set), ...options] : options;
  return all.map((value) => ({
    value,
    label: value.includes(".") ? value : value.toUpperCase(),
  }));
}
