"use client";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Editor } from "#app/_ui/admin/editor.tsx";
import { AreaField } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot } from "#app/_ui/admin/section.tsx";
import { publishPostmortemAction } from "./actions.ts";

type Props = {
  target: { subdomain: string; incident_id: number };
  /** Where visitors read it. */
  url: string;
  seen: string;
  initial: string | null;
  /** How many an update would notify; null: the incident is not over, so there is nothing to tell. */
  count: number | null;
};

/** Publishing can notify everybody who heard of the incident. */
export function PostmortemForm({ target, url, seen, initial, count }: Props) {
  const t = useTranslations("admin_composer.postmortem");
  const kit = useTranslations("admin_kit");
  return (
    <ActionForm
      action={publishPostmortemAction}
      hidden={target}
      seen={seen}
      draft={`${target.subdomain}/incidents/${target.incident_id}/postmortem`}
      className="group/form space-y-5"
    >
      <Text initial={initial ?? ""} />
      {count !== null && (
        <>
          <SwitchField name="notify" label={t("notify")} hint={t("notify_hint", { count })} />
          <div className="hidden group-has-[[name=notify]:checked]/form:block">
            <AreaField
              name="description"
              label={t("announcement")}
              initial={t("announcement_text", { url })}
              rows={2}
            />
          </div>
        </>
      )}
      <FormFoot>
        <Submit busy={kit("saving")}>{t(initial ? "save" : "publish")}</Submit>
      </FormFoot>
    </ActionForm>
  );
}

function Text({ initial }: { initial: string }) {
  const t = useTranslations("admin_composer.postmortem");
  const box = useRef<HTMLDivElement>(null);
  /** Before what is there already. */
  function insert(): void {
    const area = box.current?.querySelector("textarea");
    if (!area) return;
    area.focus();
    area.setRangeText(t("template"), 0, 0, "start");
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  return (
    <div ref={box} className="space-y-2">
      <Editor name="postmortem" label={t("title")} hint={t("hint")} initial={initial} rows={14} />
      <button type="button" className="button button-small noscript:hidden" onClick={insert}>
        {t("insert")}
      </button>
    </div>
  );
}
