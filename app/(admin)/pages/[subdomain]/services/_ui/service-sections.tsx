"use client";
import { useTranslations } from "use-intl/react";
import { RadioCards, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { NumberField } from "#app/_ui/admin/field.tsx";
import { type Pickable, Picker } from "#app/_ui/admin/picker.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Service } from "#lib/services/schema.ts";

const PUBLISH_MODES: Service["publish_policy"]["mode"][] = ["at_once", "delayed", "draft"];

type Props = { service: Service | undefined };

export function Visibility({ service }: Props) {
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

export function Automation({ service, people }: Props & { people: Pickable[] | null }) {
  const t = useTranslations("admin_services");
  const typesOf = (none: "none" | "unnamed") =>
    (["", "minor", "major"] as const).map((value) => ({
      value,
      label: t(`type.${value || none}`),
      hint: t(`type.${value || none}_hint`),
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
        options={typesOf("none")}
        initial={service?.incident_type ?? ""}
        columns={3}
      />
      <RadioCards
        name="parent_incident_type"
        label={t("parent_incident_type")}
        options={typesOf("unnamed")}
        initial={service?.parent_incident_type ?? ""}
        columns={3}
      />
      <Publishing service={service} />
      {people && (
        <Picker
          items={people}
          chosen={service?.notification_recipients ?? []}
          name="notification_recipients"
          label={t("recipients")}
          hint={t("recipients_hint")}
          texts={{
            search: t("recipients_search"),
            none: t("recipients_none"),
            count: (count) => t("recipients_count", { count }),
          }}
        />
      )}
    </Section>
  );
}

/** When an automatic incident is published; the delay shows only where it counts. */
function Publishing({ service }: Props) {
  const t = useTranslations("admin_services");
  return (
    <div className="group/publish space-y-5">
      <RadioCards
        name="publish_policy.mode"
        label={t("publish")}
        options={PUBLISH_MODES.map((value) => ({
          value,
          kind: value,
          label: t(`publish_mode.${value}`),
          hint: t(`publish_mode.${value}_hint`),
        }))}
        initial={service?.publish_policy.mode ?? "at_once"}
        columns={3}
      />
      <div className="hidden group-has-[[data-kind=delayed]:checked]/publish:block">
        <NumberField
          name="publish_policy.delay_minutes"
          label={t("publish_delay")}
          hint={t("publish_delay_hint")}
          initial={service?.publish_policy.delay_minutes}
        />
      </div>
    </div>
  );
}
