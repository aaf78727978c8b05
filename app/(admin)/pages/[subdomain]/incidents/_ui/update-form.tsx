"use client";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import type { FormAction } from "#lib/actions.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { Editor } from "../../../../../_ui/admin/editor.tsx";
import { FieldError } from "../../../../../_ui/admin/field.tsx";
import { ActionForm, Submit, useForm } from "../../../../../_ui/admin/form.tsx";
import { postUpdateAction, previewMarkdown } from "../actions.ts";

type Props = {
  target: { subdomain: string; incident_id: number };
  types: UpdateType[];
  isMaintenance: boolean;
  /** Whether it can be ended with one tap. */
  mayResolve: boolean;
};

const LABELS: Partial<Record<UpdateType, "post_resolved" | "post_started">> = { resolved: "post_resolved", started: "post_started" };

/** Posts an update; the button says what else it does. */
export function UpdateComposer({ target, types, isMaintenance, mayResolve }: Props) {
  const t = useTranslations("admin.incident");
  const compose = useTranslations("admin.compose");
  const [initial] = types;
  const [chosen, setType] = useState(initial);
  const type = chosen && types.includes(chosen) ? chosen : initial;
  const label = (type && LABELS[type]) ?? "post";
  const resolved = t(isMaintenance ? "finished_text" : "resolved_text");
  return (
    <ActionForm
      action={postUpdateAction}
      hidden={{ ...target, resolved_text: resolved }}
      className="space-y-4"
      onDone={() => setType(initial)}
    >
      <TypeChips types={types} initial={initial} onChoose={setType} />
      <Editor
        name="description"
        label={compose("text")}
        hint={compose("text_hint")}
        rows={4}
        preview={previewMarkdown}
        command={{ label: t("compose"), keys: "u" }}
      />
      <div className="flex flex-wrap gap-2">
        <Submit busy={compose("posting")} className="button button-primary max-sm:w-full">
          {t(label === "post_resolved" && isMaintenance ? "post_done" : label)}
        </Submit>
        {mayResolve && type !== "resolved" && (
          <Submit name="resolve" value="1" className="button max-sm:w-full">
            {t(isMaintenance ? "finish" : "resolve")}
          </Submit>
        )}
      </div>
      {mayResolve && type !== "resolved" && <p className="text-muted text-sm">{t("resolve_hint", { text: resolved })}</p>}
    </ActionForm>
  );
}

type ChipsProps = { types: UpdateType[]; initial?: UpdateType; onChoose?: (type: UpdateType) => void };

function TypeChips({ types, initial, onChoose }: ChipsProps) {
  const t = useTranslations();
  const { state } = useForm();
  const chosen = state.values.type?.[0] ?? initial;
  if (types.length === 1) return <input type="hidden" name="type" value={types[0]} />;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("admin.incident.update_type")}</legend>
      <div className="flex flex-wrap gap-2">
        {types.map((type) => (
          <label key={type} className="choice">
            <input
              type="radio"
              name="type"
              value={type}
              defaultChecked={type === chosen}
              onChange={() => onChoose?.(type)}
              className="sr-only"
            />
            {t(`public.update.${type}`)}
          </label>
        ))}
      </div>
      <FieldError id="type">{state.fields.type}</FieldError>
    </fieldset>
  );
}

type EditProps = {
  action: FormAction;
  hidden: Record<string, string | number>;
  types: UpdateType[];
  type: UpdateType;
  description: string;
  /** Where to go instead of saving. */
  back: string;
};

/** Changes what an update says or is. */
export function UpdateEditor({ action, hidden, types, type, description, back }: EditProps) {
  const t = useTranslations("admin.compose");
  return (
    <ActionForm action={action} hidden={hidden} className="space-y-4">
      <TypeChips types={types} initial={type} />
      <Editor name="description" label={t("text")} initial={description} rows={4} preview={previewMarkdown} />
      <div className="flex flex-wrap gap-2">
        <Submit busy={t("saving")}>{t("save")}</Submit>
        <Link href={back} className="button button-quiet" scroll={false}>
          {t("cancel")}
        </Link>
      </div>
    </ActionForm>
  );
}
