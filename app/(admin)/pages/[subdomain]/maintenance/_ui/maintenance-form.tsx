"use client";
import { useTranslations } from "use-intl/react";
import { type Option, SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Editor } from "#app/_ui/admin/editor.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import { type ServiceChoice, ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { type FieldMoment, TimeFields } from "#app/_ui/admin/time-fields.tsx";
import { type Language, TranslationFields } from "#app/_ui/admin/translation-fields.tsx";
import { NotifyField } from "#app/(admin)/pages/[subdomain]/_composer/fields.tsx";
import { GroupsField } from "#app/(admin)/pages/[subdomain]/_composer/groups-field.tsx";
import { PostLabel } from "#app/(admin)/pages/[subdomain]/_composer/post-label.tsx";
import { useAudience } from "#app/(admin)/pages/[subdomain]/_composer/use-audience.ts";
import type { Recurrence } from "#app/(admin)/pages/[subdomain]/maintenance/_recurrence.ts";
import {
  createMaintenanceAction,
  updateMaintenanceAction,
} from "#app/(admin)/pages/[subdomain]/maintenance/actions.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";
import { RecurrenceFields } from "./recurrence-fields.tsx";
import { Reminder } from "./reminder.tsx";

type Texts = Record<string, Record<string, string | null | undefined>>;

export type Beginning = Pick<
  Incident,
  | "title"
  | "service_ids"
  | "maintenance_notify"
  | "maintenance_notify_settings"
  | "affects_uptime"
  | "subscription_group_ids"
> & {
  type: string;
  description: string;
  translations: Texts;
  texts: Texts;
  notify: boolean;
  recurs: Recurrence;
  starts_at: FieldMoment;
  ends_at: FieldMoment;
};

type Props = {
  subdomain: string;
  /** Which is changed; none: a new one. */
  changed?: { incident_id: number; seen: string };
  /** The template or copy it begins from; each has drafts of its own. */
  source?: string;
  initial: Beginning;
  types: Option[];
  services: ServiceChoice[];
  languages: Language[];
  time_zone: string;
  groups: Option[];
};

/** Everything that a maintenance is, and of a new one its first text. */
export function MaintenanceForm(props: Props) {
  const { subdomain, changed, source = "new", initial, types, time_zone, groups } = props;
  const t = useTranslations("admin_maintenance");
  const kit = useTranslations("admin_kit");
  const { audience, props: asking } = useAudience(subdomain);
  return (
    <ActionForm
      className="group/form"
      action={changed ? updateMaintenanceAction : createMaintenanceAction}
      hidden={{ subdomain, ...(changed && { incident_id: changed.incident_id }) }}
      seen={changed?.seen}
      draft={`${subdomain}/maintenance/${changed?.incident_id ?? source}`}
    >
      <div {...(!changed && asking)}>
        <What {...props} isNew={!changed} />
        <Section title={t("section.when")} text={t("section.when_text")}>
          <TimeFields
            time_zone={time_zone}
            fields={[
              { name: "starts_at", label: t("starts_at"), ...initial.starts_at },
              { name: "ends_at", label: t("ends_at"), ...initial.ends_at },
            ]}
          />
          {types.length > 1 ? (
            <SelectField name="type" label={t("type")} options={types} initial={initial.type} />
          ) : (
            <input type="hidden" name="type" value={initial.type} />
          )}
          <SwitchField
            name="affects_uptime"
            label={t("affects_uptime")}
            hint={t("affects_uptime_hint")}
            initial={initial.affects_uptime}
          />
        </Section>
        <RecurrenceFields
          subdomain={subdomain}
          initial={initial.recurs}
          starts_at={initial.starts_at.initial}
          isMember={changed !== undefined && initial.recurs.repeat !== ""}
        />
        <Notices initial={initial} isNew={!changed} groups={groups} audience={audience} />
      </div>
      <FormFoot>
        <Submit busy={kit("saving")}>
          {changed ? (
            kit("save")
          ) : (
            <PostLabel deed="schedule" count={audience?.total_count ?? null} />
          )}
        </Submit>
      </FormFoot>
    </ActionForm>
  );
}

function What({ initial, services, languages, isNew }: Props & { isNew: boolean }) {
  const t = useTranslations("admin_maintenance");
  return (
    <Section title={t("section.what")} text={t("section.what_text")}>
      <Field
        name="title"
        label={t("name")}
        hint={t("name_hint")}
        initial={initial.title}
        autoFocus={isNew}
      />
      {isNew && (
        <Editor
          name="description"
          path="updates.0.description"
          label={t("text")}
          hint={t("text_hint")}
          initial={initial.description}
        />
      )}
      <TranslationFields
        languages={languages}
        fields={[{ name: "title", label: t("name") }]}
        initial={initial.translations}
      />
      {isNew && (
        <TranslationFields
          languages={languages}
          name="texts"
          fields={[{ name: "description", label: t("text"), isLong: true }]}
          initial={initial.texts}
        />
      )}
      <ServicePicker services={services} chosen={initial.service_ids} />
    </Section>
  );
}

type NoticesProps = {
  initial: Beginning;
  isNew: boolean;
  groups: Option[];
  audience: Audience | null;
};

function Notices({ initial, isNew, groups, audience }: NoticesProps) {
  const t = useTranslations("admin_maintenance");
  const { maintenance_notify, maintenance_notify_settings: settings } = initial;
  return (
    <Section title={t("section.notices")} text={t("section.notices_text")}>
      {isNew && <NotifyField initial={initial.notify} audience={audience} />}
      <SwitchField
        name="maintenance_notify"
        label={t("maintenance_notify")}
        hint={t("maintenance_notify_hint")}
        initial={maintenance_notify}
      />
      <div className="hidden space-y-5 group-has-[[name^=maintenance]:checked]/form:block">
        <div className="grid gap-4 sm:grid-cols-2">
          <Reminder name="before_notice_minutes" initial={settings.before_notice_minutes} />
          <Reminder
            name="second_before_notice_minutes"
            initial={settings.second_before_notice_minutes}
          />
        </div>
        <SwitchField name="on_start" label={t("on_start")} initial={settings.on_start} />
        <SwitchField name="on_end" label={t("on_end")} initial={settings.on_end} />
      </div>
      <GroupsField groups={groups} chosen={initial.subscription_group_ids} />
    </Section>
  );
}
