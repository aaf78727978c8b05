"use client";
import { useTranslations } from "use-intl/react";
import type { Option } from "#app/_ui/admin/choice-fields.tsx";
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
import {
  createNoticeAction,
  updateNoticeAction,
} from "#app/(admin)/pages/[subdomain]/notices/actions.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";

type Props = {
  subdomain: string;
  /** The record to change; none: a new one. */
  notice?: InfoNotice;
  services: ServiceChoice[];
  languages: Language[];
  time_zone: string;
  times: { from: FieldMoment; until: FieldMoment };
  groups: Option[];
  /** Whether subscribers are told of a new one, at first. */
  notify?: boolean;
};

/** Everything that a notice is, and of a new one its first text. */
export function NoticeForm(props: Props) {
  const { subdomain, notice, services, languages, time_zone, times, groups, notify } = props;
  const t = useTranslations("admin_notices");
  const kit = useTranslations("admin_kit");
  const { audience, props: asking } = useAudience(subdomain);
  return (
    <ActionForm
      className="group/form"
      action={notice ? updateNoticeAction : createNoticeAction}
      hidden={{ subdomain, ...(notice && { info_notice_id: notice.id }) }}
      seen={notice && fieldMarks(notice)}
      draft={`${subdomain}/notices/${notice?.id ?? "new"}`}
    >
      <Section title={t("section.text")} text={t("section.text_text")}>
        <Field
          name="title"
          label={t("name")}
          hint={t("name_hint")}
          initial={notice?.title}
          autoFocus={!notice}
        />
        {!notice && (
          <Editor
            name="description"
            path="updates.0.description"
            label={t("text")}
            hint={t("text_hint")}
          />
        )}
        <TranslationFields
          languages={languages}
          fields={[{ name: "title", label: t("name") }]}
          initial={notice?.translations}
        />
        {!notice && (
          <TranslationFields
            languages={languages}
            name="texts"
            fields={[{ name: "description", label: t("text"), isLong: true }]}
          />
        )}
      </Section>
      <div {...(!notice && asking)}>
        <Section title={t("section.shown")} text={t("section.shown_text")}>
          <TimeFields
            time_zone={time_zone}
            fields={[
              { name: "featured_from", label: t("from"), ...times.from },
              { name: "featured_until", label: t("until"), ...times.until },
            ]}
          />
          <ServicePicker services={services} chosen={notice?.service_ids} label={t("services")} />
          <GroupsField groups={groups} chosen={notice?.subscription_group_ids} />
          {!notice && <NotifyField initial={notify ?? false} audience={audience} />}
        </Section>
      </div>
      <FormFoot>
        <Submit busy={kit("saving")}>
          {notice ? (
            kit("save")
          ) : (
            <PostLabel deed="publish" count={audience?.total_count ?? null} />
          )}
        </Submit>
      </FormFoot>
    </ActionForm>
  );
}
