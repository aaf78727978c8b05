"use client";
import { useTranslations } from "use-intl/react";
import { ChecksField } from "#app/_ui/admin/checks-field.tsx";
import { RadioCards, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { AreaField, Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { SecretField } from "#app/_ui/admin/special-fields.tsx";
import type { Choices } from "#app/(admin)/pages/[subdomain]/subscribers/_choices.ts";
import type { FormAction } from "#lib/api/actions.ts";
import { SUBSCRIPTION_FORMATS } from "#lib/channels/channel.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import type { Subscription } from "#lib/subscribers/schema.ts";
import { SUBSCRIPTION_STYLES } from "#lib/subscribers/style.ts";

type Props = {
  action: FormAction;
  subdomain: string;
  choices: Choices;
  /** The record to change; none: a new one. */
  subscription?: Subscription;
};
type PartProps = Pick<Props, "choices" | "subscription">;

const KINDS = { email: "email", sms: "sms", zoom: "zoom", webhook: "webhook" } as const;
const FILTERS = ["all", "services", "incident_types", "incident"] as const;

export function SubscriptionForm({ action, subdomain, choices, subscription }: Props) {
  const t = useTranslations("admin_subscribers");
  const kit = useTranslations("admin_kit");
  const part = { choices, subscription };
  return (
    <ActionForm
      action={action}
      hidden={{ subdomain, ...(subscription && { subscription_id: subscription.id }) }}
      seen={subscription && fieldMarks(subscription)}
      draft={`${subdomain}/subscribers/${subscription?.id ?? "new"}`}
    >
      <Section title={t("section.who")} text={t("section.who_text")}>
        <Address {...part} />
      </Section>
      <Section title={t("section.what")} text={t("section.what_text")}>
        <What {...part} />
      </Section>
      <Section title={t("section.more")}>
        {choices.groups.length > 0 && (
          <ChecksField
            name="subscription_group_ids"
            label={t("groups")}
            options={choices.groups}
            chosen={subscription?.subscription_group_ids.map(String)}
          />
        )}
        <SelectField
          name="locale"
          label={t("locale")}
          initial={subscription?.locale ?? ""}
          options={[{ value: "", label: t("locale_page") }, ...choices.locales]}
        />
        <SelectField
          name="style"
          label={t("style.title")}
          hint={t("style.hint")}
          initial={subscription?.style ?? ""}
          options={[
            ...(subscription ? [] : [{ value: "", label: t("style.default") }]),
            ...SUBSCRIPTION_STYLES.map((value) => ({ value, label: t(`style.${value}`) })),
          ]}
        />
        <AreaField
          name="metadata"
          label={t("metadata")}
          hint={t("metadata_hint")}
          initial={metadataOf(subscription)}
          isCode
        />
      </Section>
      <FormFoot>
        <Submit busy={kit("saving")}>{subscription ? kit("save") : t("create")}</Submit>
      </FormFoot>
    </ActionForm>
  );
}

function metadataOf(subscription: Subscription | undefined): string {
  const { metadata = {} } = subscription ?? {};
  return Object.keys(metadata).length > 0 ? JSON.stringify(metadata, null, 2) : "";
}

function Address({ choices, subscription }: PartProps) {
  const t = useTranslations("admin_subscribers");
  return (
    <div className="group/to space-y-5">
      <RadioCards
        name="type"
        label={t("type.title")}
        initial={subscription?.type ?? choices.types[0] ?? "email"}
        columns={3}
        options={choices.types.map((value) => ({
          value,
          label: t(`type.${value}`),
          kind: value in KINDS ? value : "url",
        }))}
      />
      <div className="hidden group-has-[[data-kind=email]:checked]/to:block">
        <Field
          name="email"
          type="email"
          label={t("email")}
          initial={subscription?.email ?? ""}
          placeholder="ada@example.com"
        />
      </div>
      <div className="hidden gap-4 group-has-[[data-kind=sms]:checked]/to:grid sm:grid-cols-[9rem_1fr]">
        <Field
          name="country_dial_code"
          label={t("country_dial_code")}
          initial={subscription?.country_dial_code ?? ""}
          inputMode="numeric"
          placeholder="49"
        />
        <Field
          name="phone_number"
          label={t("phone_number")}
          initial={subscription?.phone_number ?? ""}
          inputMode="numeric"
          placeholder="1511234567"
        />
      </div>
      <div className="hidden group-has-[[data-kind=url]:checked]/to:block group-has-[[data-kind=webhook]:checked]/to:block group-has-[[data-kind=zoom]:checked]/to:block">
        <Field
          name="webhook_url"
          type="url"
          label={t("webhook_url")}
          hint={t("webhook_url_hint")}
          initial={subscription?.webhook_url ?? ""}
        />
      </div>
      <Format subscription={subscription} />
      <div className="hidden group-has-[[data-kind=zoom]:checked]/to:block">
        <SecretField
          name="token"
          label={t("token")}
          kept={subscription?.type === "zoom" ? "" : null}
        />
      </div>
      <div className="hidden group-has-[[data-kind=email]:checked]/to:block group-has-[[data-kind=sms]:checked]/to:block">
        <SwitchField
          name="confirm"
          label={t("confirm")}
          hint={t("confirm_hint")}
          initial={subscription?.confirm}
        />
      </div>
    </div>
  );
}

function Format({ subscription }: Pick<Props, "subscription">) {
  const t = useTranslations("admin_subscribers.format");
  return (
    <div className="hidden group-has-[[data-kind=webhook]:checked]/to:block">
      <SelectField
        name="format"
        label={t("title")}
        hint={t("hint")}
        initial={subscription?.format ?? "standard"}
        options={SUBSCRIPTION_FORMATS.map((value) => ({ value, label: t(value) }))}
      />
    </div>
  );
}

function What({ choices, subscription }: PartProps) {
  const t = useTranslations("admin_subscribers");
  return (
    <div className="group/of space-y-5">
      <RadioCards
        name="filter"
        label={t("filter.title")}
        initial={subscription?.filter ?? "all"}
        columns={2}
        options={FILTERS.map((value) => ({ value, kind: value, label: t(`filter.${value}`) }))}
      />
      <div className="hidden group-has-[[data-kind=services]:checked]/of:block">
        <ServicePicker services={choices.services} chosen={subscription?.service_ids} />
      </div>
      <div className="hidden group-has-[[data-kind=incident_types]:checked]/of:block">
        <ChecksField
          name="incident_types"
          label={t("incident_types")}
          options={choices.incident_types}
          chosen={subscription?.incident_types}
        />
      </div>
      <div className="hidden group-has-[[data-kind=incident]:checked]/of:block">
        <SelectField
          name="incident_id"
          label={t("incident")}
          initial={String(subscription?.incident_id ?? "")}
          options={[{ value: "", label: t("incident_none") }, ...choices.incidents]}
        />
      </div>
    </div>
  );
}
