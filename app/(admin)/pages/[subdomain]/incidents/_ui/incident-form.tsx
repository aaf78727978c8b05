"use client";
import { useTranslations } from "use-intl/react";
import type { Option } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit, useForm } from "#app/_ui/admin/form.tsx";
import { STATE_COLORS, StateShape } from "#app/_ui/admin/icons.tsx";
import { type ServiceChoice, ServicePicker } from "#app/_ui/admin/service-picker.tsx";
import { type FieldMoment, TimeFields } from "#app/_ui/admin/time-fields.tsx";
import {
  NotificationFields,
  PromiseChips,
  Translations,
} from "#app/(admin)/pages/[subdomain]/_composer/fields.tsx";
import { GroupsField } from "#app/(admin)/pages/[subdomain]/_composer/groups-field.tsx";
import { PostLabel } from "#app/(admin)/pages/[subdomain]/_composer/post-label.tsx";
import type { Kit } from "#app/(admin)/pages/[subdomain]/_composer/read.ts";
import { ComposerText } from "#app/(admin)/pages/[subdomain]/_composer/text.tsx";
import { useAudience } from "#app/(admin)/pages/[subdomain]/_composer/use-audience.ts";
import type { TypeOption } from "#app/(admin)/pages/[subdomain]/incidents/_choices.ts";
import { createIncidentAction } from "#app/(admin)/pages/[subdomain]/incidents/actions.ts";

/** An incident that is not posted yet, from a draft or a template. */
export type Begun = {
  /** Null: a template has it. */
  incident_draft_id: number | null;
  /** Names what is typed while it is not sent. */
  from: string;
  title: string;
  type: string | null;
  service_ids: number[];
  description: string;
  subscription_group_ids: number[];
  translations: Record<string, { description?: string | null }>;
  /** Null: as the page has it. */
  notify: boolean | null;
  social_post: boolean | null;
  /** Minutes from posting to the next update. */
  promised: number | null;
  /** `initial` empty: not chosen. */
  starts_at: FieldMoment;
  ends_at: FieldMoment;
  isOver: boolean;
};

type Props = {
  subdomain: string;
  types: TypeOption[];
  services: ServiceChoice[];
  kit: Kit;
  starts_at: FieldMoment;
  begun: Begun | null;
  groups: Option[];
};

/**
 * Composes an incident, a maintenance, or a record of what is over. What does not apply is hidden
 * by CSS: before scripts run and without them, too.
 */
export function IncidentForm({ subdomain, types, services, kit, starts_at, begun, groups }: Props) {
  const t = useTranslations("admin.compose");
  const { audience, props } = useAudience(subdomain);
  const { notify, social_post } = kit;
  const chosen = {
    notify: begun?.notify ?? notify,
    social_post: social_post === null ? null : (begun?.social_post ?? social_post),
  };
  const draft = begun?.from ?? "incidents/new";
  const draft_id = begun?.incident_draft_id;
  return (
    <ActionForm
      action={createIncidentAction}
      hidden={{ subdomain, ...(draft_id && { incident_draft_id: draft_id }) }}
      draft={`${subdomain}/${draft}`}
      className="group/form max-w-2xl space-y-5"
    >
      <div className="space-y-5" {...props}>
        <Field
          name="title"
          label={t("name")}
          hint={t("name_hint")}
          autoComplete="off"
          initial={begun?.title}
          autoFocus
        />
        <TypeChoice types={types} initial={begun?.type} />
        <ComposerText
          kit={kit}
          path="updates.0.description"
          label={t("text")}
          type={null}
          initial={begun?.description}
        />
        <ServicePicker services={services} chosen={begun?.service_ids} />
        <GroupsField groups={groups} chosen={begun?.subscription_group_ids} />
      </div>
      <Translations languages={kit.languages} path="updates.0." initial={begun?.translations} />
      <div className="group-has-[[data-severity=scheduled]:checked]/form:hidden">
        <PromiseChips initial={begun?.promised} />
      </div>
      <NotificationFields kit={chosen} audience={audience} />
      <Past
        time_zone={kit.time_zone}
        isOver={begun?.isOver ?? false}
        starts_at={begun?.starts_at.initial ? begun.starts_at : starts_at}
        ends_at={begun?.ends_at}
      />
      <Buttons count={audience?.total_count ?? null} />
    </ActionForm>
  );
}

type PastProps = {
  time_zone: string;
  isOver: boolean;
  starts_at: FieldMoment;
  ends_at?: FieldMoment;
};

function Past({ time_zone, isOver, starts_at, ends_at }: PastProps) {
  const t = useTranslations("admin.compose");
  const { state } = useForm();
  const sent = Object.keys(state.values).length > 0;
  return (
    <div>
      <label className="flex min-h-9 items-baseline gap-2 group-has-[[data-severity=scheduled]:checked]/form:hidden touch:min-h-11">
        <input
          type="checkbox"
          name="over"
          defaultChecked={sent ? Boolean(state.values.over) : isOver}
          className="size-4 translate-y-0.5"
        />
        <span>
          {t("over")} <span className="text-muted text-sm">{t("over_hint")}</span>
        </span>
      </label>
      <TimeFields
        time_zone={time_zone}
        fields={[
          { name: "starts_at", label: t("starts_at"), ...starts_at },
          { name: "ends_at", label: t("ends_at"), ...ends_at },
        ]}
        className="hidden group-has-[[name=over]:checked]/form:block group-has-[[data-severity=scheduled]:checked]/form:block"
      />
    </div>
  );
}

function Buttons({ count }: { count: number | null }) {
  const t = useTranslations();
  return (
    <div className="composer-foot">
      <Submit busy={t("admin.compose.posting")} className="button button-primary max-sm:grow">
        <span className="group-has-[[data-severity=scheduled]:checked]/form:hidden">
          <span className="group-has-[[name=over]:checked]/form:hidden">
            <PostLabel deed="post" count={count} />
          </span>
          <span className="hidden group-has-[[name=over]:checked]/form:inline">
            <PostLabel deed="record" count={count} />
          </span>
        </span>
        <span className="hidden group-has-[[data-severity=scheduled]:checked]/form:inline">
          <PostLabel deed="schedule" count={count} />
        </span>
      </Submit>
      <Submit name="keep" value="1" className="button">
        {t("admin_composer.draft.keep")}
      </Submit>
    </div>
  );
}

function TypeChoice({ types, initial }: { types: TypeOption[]; initial?: string | null }) {
  const t = useTranslations();
  const { state } = useForm();
  const wanted = state.values.type?.[0] ?? initial;
  const chosen = types.find(({ key }) => key === wanted) ?? types[0];
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("admin.compose.type")}</legend>
      <div className="grid grid-cols-3 gap-2 max-sm:gap-1.5">
        {types.map(({ key, severity, name }) => (
          <label
            key={key}
            className="choice items-start! max-sm:flex-col! max-sm:gap-1! max-sm:px-2!"
          >
            {severity === "scheduled" && (
              <input type="hidden" name="maintenance_type" value={key} />
            )}
            <input
              type="radio"
              name="type"
              value={key}
              data-severity={severity}
              defaultChecked={key === chosen?.key}
              className="sr-only"
            />
            <span className={`mt-0.5 ${STATE_COLORS[severity]}`}>
              <StateShape shape={severity} />
            </span>
            <span className="min-w-0 max-w-full">
              <span className="wrap-anywhere block font-medium max-sm:text-sm">
                {name ?? t(`public.type.${severity}`)}
              </span>
              <span className="block text-muted text-sm max-sm:hidden">
                {t(name ? `public.type.${severity}` : `admin.compose.type_${severity}`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
