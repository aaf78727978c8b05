"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Editor } from "../../../../../_ui/admin/editor.tsx";
import { Field } from "../../../../../_ui/admin/field.tsx";
import { ActionForm, Submit, useForm } from "../../../../../_ui/admin/form.tsx";
import { StateShape } from "../../../../../_ui/admin/icons.tsx";
import { createIncidentAction, previewMarkdown } from "../actions.ts";
import { type Choice, ServicePicker } from "./service-picker.tsx";
import { Times } from "./times.tsx";

type Props = { subdomain: string; services: Choice[]; time_zone: string; starts_at: string };

const TYPES = [
  { type: "major", color: "text-major" },
  { type: "minor", color: "text-minor" },
  { type: "scheduled", color: "text-scheduled" },
] as const;
type Type = (typeof TYPES)[number]["type"];

const SUBMIT = { major: "post_incident", minor: "post_incident", scheduled: "post_maintenance", over: "post_past" } as const;

/** Composes an incident, a maintenance, or a record of what is over. What does not apply is hidden by CSS, so that it works without scripts. */
export function IncidentForm({ subdomain, services, time_zone, starts_at }: Props) {
  const t = useTranslations("admin.compose");
  const [type, setType] = useState<Type>("major");
  const [isOver, setIsOver] = useState(false);
  return (
    <ActionForm action={createIncidentAction} hidden={{ subdomain }} className="group/form max-w-2xl space-y-6">
      <TypeChoice onChoose={setType} />
      <Field name="title" label={t("name")} hint={t("name_hint")} autoComplete="off" />
      <ServicePicker services={services} />
      <Editor name="description" path="updates.0.description" label={t("text")} hint={t("text_hint")} preview={previewMarkdown} />
      <label className="flex min-h-9 items-baseline gap-2 group-has-[[value=scheduled]:checked]/form:hidden pointer-coarse:min-h-11">
        <input type="checkbox" name="over" onChange={(event) => setIsOver(event.target.checked)} className="size-4 translate-y-0.5" />
        <span>
          {t("over")} <span className="text-muted text-sm">{t("over_hint")}</span>
        </span>
      </label>
      <Times
        time_zone={time_zone}
        starts_at={starts_at}
        className="hidden group-has-[[name=over]:checked]/form:block group-has-[[value=scheduled]:checked]/form:block"
      />
      <Submit busy={t("posting")} className="button button-primary max-sm:w-full">
        {t(SUBMIT[type !== "scheduled" && isOver ? "over" : type])}
      </Submit>
    </ActionForm>
  );
}

function TypeChoice({ onChoose }: { onChoose: (type: Type) => void }) {
  const t = useTranslations("admin.compose");
  const { state } = useForm();
  const initial = state.values.type?.[0] ?? "major";
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("type")}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {TYPES.map(({ type, color }) => (
          <label key={type} className="choice items-start!">
            <input
              type="radio"
              name="type"
              value={type}
              defaultChecked={type === initial}
              onChange={() => onChoose(type)}
              className="sr-only"
            />
            <span className={`mt-0.5 ${color}`}>
              <StateShape shape={type} />
            </span>
            <span>
              <span className="block font-medium">{t(`type_${type}`)}</span>
              <span className="block text-muted text-sm">{t(`type_${type}_hint`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
