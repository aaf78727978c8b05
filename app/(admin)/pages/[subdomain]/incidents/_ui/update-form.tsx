"use client";
import Link from "next/link";
import { useTranslations } from "use-intl/react";
import { Editor } from "#app/_ui/admin/editor.tsx";
import { FieldError } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit, useForm } from "#app/_ui/admin/form.tsx";
import { postUpdateAction } from "#app/(admin)/pages/[subdomain]/incidents/actions.ts";
import type { FormAction } from "#lib/actions.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";

type Props = {
  target: { subdomain: string; incident_id: number };
  types: UpdateType[];
  isMaintenance: boolean;
  /** Whether it can be ended with one tap. */
  mayResolve: boolean;
  onDone?: () => void;
  autoFocus?: boolean;
};

/**
 * Posts an update; the button says what else it does, by CSS: before scripts run and without them,
 * too.
 */
export function UpdateComposer(props: Props) {
  const { target, types, isMaintenance, mayResolve, onDone, autoFocus } = props;
  const t = useTranslations("admin.incident");
  const compose = useTranslations("admin.compose");
  const resolved = t(isMaintenance ? "finished_text" : "resolved_text");
  return (
    <ActionForm
      action={postUpdateAction}
      hidden={{ ...target, resolved_text: resolved }}
      draft={`${target.subdomain}/incidents/${target.incident_id}/update`}
      onDone={onDone}
      className="group/form space-y-4"
    >
      <TypeChips types={types} initial={types[0]} />
      <Editor
        name="description"
        label={compose("text")}
        hint={compose("text_hint")}
        rows={4}
        autoFocus={autoFocus}
        command={{ label: t("compose"), keys: "u" }}
      />
      <div className="flex flex-wrap gap-2 touch:sticky touch:bottom-0 touch:bg-inherit touch:py-2">
        <Submit busy={compose("posting")} className="button button-primary max-sm:grow">
          <span className="group-has-[[value=resolved]:checked]/form:hidden group-has-[[value=started]:checked]/form:hidden">
            {t("post")}
          </span>
          <span className="hidden group-has-[[value=started]:checked]/form:inline">
            {t("post_started")}
          </span>
          <span className="hidden group-has-[[value=resolved]:checked]/form:inline">
            {t(isMaintenance ? "post_done" : "post_resolved")}
          </span>
        </Submit>
        {mayResolve && (
          <Submit
            name="resolve"
            value="1"
            className="button group-has-[[value=resolved]:checked]/form:hidden"
          >
            {t(isMaintenance ? "finish" : "resolve")}
          </Submit>
        )}
      </div>
      {mayResolve && (
        <p className="text-muted text-sm group-has-[[value=resolved]:checked]/form:hidden">
          {t("resolve_hint", { text: resolved })}
        </p>
      )}
    </ActionForm>
  );
}

type ChipsProps = { types: UpdateType[]; initial?: UpdateType };

function TypeChips({ types, initial }: ChipsProps) {
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
  draft: string;
};

/** Changes what an update says or is. */
export function UpdateEditor(props: EditProps) {
  const { action, hidden, types, type, description, back, draft } = props;
  const t = useTranslations("admin.compose");
  return (
    <ActionForm action={action} hidden={hidden} draft={draft} className="space-y-4">
      <TypeChips types={types} initial={type} />
      <Editor name="description" label={t("text")} initial={description} rows={4} />
      <div className="flex flex-wrap gap-2">
        <Submit busy={t("saving")}>{t("save")}</Submit>
        <Link href={back} className="button button-quiet" scroll={false}>
          {t("cancel")}
        </Link>
      </div>
    </ActionForm>
  );
}
