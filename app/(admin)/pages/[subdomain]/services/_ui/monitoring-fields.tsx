"use client";
import { useTranslations } from "use-intl/react";
import { RadioCards, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Field, NumberField } from "#app/_ui/admin/field.tsx";
import { PairsField } from "#app/_ui/admin/pairs-field.tsx";
import { MONITORING_TOOLS } from "#lib/services/monitoring-tools.ts";
import type { Service } from "#lib/services/schema.ts";

type Kind = NonNullable<Service["monitoring"]>;

// Without the schema itself: its library weighs more than the whole form.
const MONITORINGS: Kind[] = ["internal", "3rd_party", "webhook"];
const TOOLS = Object.entries(MONITORING_TOOLS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
const COMPARISONS = ["equals", "contains", "matches"] as const;
const METHODS = ["HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** How a service is watched; what does not apply is hidden by CSS. */
export function MonitoringFields({ service }: { service: Service | undefined }) {
  const t = useTranslations("admin_services.monitoring");
  const options = (["", ...MONITORINGS] as const).map((value) => ({
    value,
    kind: value || "none",
    label: t(`kind.${value || "none"}`),
    hint: t(`kind.${value || "none"}_hint`),
  }));
  return (
    <div className="group/watch space-y-5">
      <RadioCards
        name="monitoring"
        label={t("title")}
        options={options}
        initial={service?.monitoring ?? ""}
        columns={2}
      />
      <Checked service={service} />
      <Keywords service={service} />
      <Called service={service} />
      <div className="hidden group-has-[[data-kind^='3rd']:checked]/watch:block">
        <CopyField label={t("inbound")} value={service?.inbound_email_address} later={t("later")} />
      </div>
    </div>
  );
}

function Checked({ service }: { service: Service | undefined }) {
  const t = useTranslations("admin_services.monitoring");
  return (
    <div className="hidden space-y-5 group-has-[[data-kind=internal]:checked]/watch:block">
      <Field
        name="ping_url"
        type="url"
        label={t("ping_url")}
        hint={t("ping_url_hint")}
        placeholder="https://example.com/health"
        initial={service?.ping_url ?? ""}
      />
      <SelectField
        name="monitoring_options.method"
        label={t("method")}
        initial={service?.monitoring_options?.method.toUpperCase() ?? "HEAD"}
        options={METHODS.map((value) => ({ value, label: value }))}
      />
      <PairsField
        name="monitoring_options.headers"
        label={t("headers")}
        labels={{ key: t("header"), value: t("header_value") }}
        add={t("header_add")}
        initial={service?.monitoring_options?.headers}
      />
      <Field
        name="expected_statuses"
        label={t("expected_statuses")}
        hint={t("expected_statuses_hint")}
        initial={service?.expected_statuses.join(", ") ?? ""}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          name="retries"
          label={t("retries")}
          hint={t("retries_hint")}
          initial={service?.retries}
        />
        <NumberField
          name="confirmations"
          label={t("confirmations")}
          hint={t("confirmations_hint")}
          initial={service?.confirmations}
        />
      </div>
    </div>
  );
}

function Keywords({ service }: { service: Service | undefined }) {
  const t = useTranslations("admin_services.monitoring");
  return (
    <div className="hidden gap-4 group-has-[[data-kind^='3rd']:checked]/watch:grid group-has-[[data-kind=internal]:checked]/watch:grid sm:grid-cols-2">
      <Field
        name="monitoring_options.keyword_up"
        label={t("keyword_up")}
        initial={service?.monitoring_options?.keyword_up ?? ""}
      />
      <Field
        name="monitoring_options.keyword_down"
        label={t("keyword_down")}
        initial={service?.monitoring_options?.keyword_down ?? ""}
      />
    </div>
  );
}

function Called({ service }: { service: Service | undefined }) {
  const t = useTranslations("admin_services.monitoring");
  return (
    <div className="hidden space-y-5 group-has-[[data-kind=webhook]:checked]/watch:block">
      <SelectField
        name="webhook_monitoring_service"
        label={t("sender")}
        initial={service?.webhook_monitoring_service ?? ""}
        options={[
          { value: "", label: t("sender_none") },
          ...TOOLS,
          { value: "custom-jsonpath", label: t("own_tool") },
        ]}
      />
      <CopyField
        label={t("webhook_url")}
        value={service?.incoming_webhook_url}
        later={t("later")}
      />
      <Expression settings={service?.webhook_custom_jsonpath_settings} />
      <div className="group-has-[[value=custom-jsonpath]:checked]/watch:hidden">
        <SwitchField
          name="count_warnings"
          label={t("count_warnings")}
          hint={t("count_warnings_hint")}
          initial={service?.count_warnings}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          name="heartbeat.period_s"
          label={t("heartbeat_period")}
          hint={t("heartbeat_period_hint")}
          initial={service?.heartbeat?.period_s}
        />
        <NumberField
          name="heartbeat.grace_s"
          label={t("heartbeat_grace")}
          initial={service?.heartbeat?.grace_s}
        />
      </div>
    </div>
  );
}

function Expression({
  settings,
}: {
  settings: Service["webhook_custom_jsonpath_settings"] | undefined;
}) {
  const t = useTranslations("admin_services.monitoring");
  return (
    <div className="hidden gap-4 group-has-[[value=custom-jsonpath]:checked]/watch:grid sm:grid-cols-2">
      <Field
        name="webhook_custom_jsonpath_settings.jsonpath"
        label={t("jsonpath")}
        placeholder="$.status"
        initial={settings?.jsonpath ?? ""}
      />
      <SelectField
        name="webhook_custom_jsonpath_settings.comparison"
        label={t("comparison")}
        initial={settings?.comparison ?? "equals"}
        options={COMPARISONS.map((value) => ({ value, label: t(`comparisons.${value}`) }))}
      />
      <Field
        name="webhook_custom_jsonpath_settings.expected_result"
        label={t("expected_result")}
        initial={settings?.expected_result ?? ""}
      />
      <Field
        name="webhook_custom_jsonpath_settings.down_result"
        label={t("down_result")}
        hint={t("down_result_hint")}
        initial={settings?.down_result ?? ""}
      />
      <Field
        name="webhook_custom_jsonpath_settings.identity"
        label={t("identity")}
        hint={t("identity_hint")}
        initial={settings?.identity ?? ""}
      />
    </div>
  );
}
