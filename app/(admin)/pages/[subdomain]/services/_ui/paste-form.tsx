"use client";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { ComboboxField } from "#app/_ui/admin/combobox-field.tsx";
import { FieldError } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit, useForm } from "#app/_ui/admin/form.tsx";
import { Indent } from "#app/_ui/admin/picker.tsx";
import { pasteServicesAction } from "#app/(admin)/pages/[subdomain]/services/paste/actions.ts";
import { parseServiceList } from "#lib/services/parse-service-list.ts";
import { type Parent, parentOptions } from "./parent-options.ts";

type Props = { subdomain: string; parents: Parent[] };

/** Many services at once, as they stand in a document or a spreadsheet. */
export function PasteForm({ subdomain, parents }: Props) {
  const router = useRouter();
  return (
    <ActionForm
      action={pasteServicesAction}
      hidden={{ subdomain }}
      draft={`${subdomain}/services/paste`}
      onDone={() => router.push(`/pages/${subdomain}/services`)}
    >
      <Fields parents={parents} />
    </ActionForm>
  );
}

/** The error of the list, or of the first line that has one. */
function useListError(): string | undefined {
  const t = useTranslations("admin_services.paste");
  const { state } = useForm();
  const [path, text] = Object.entries(state.fields).find(([key]) => key.startsWith("list")) ?? [];
  const index = path?.split(".")[1];
  return index === undefined
    ? text
    : t("line_error", { number: Number(index) + 1, error: text ?? "" });
}

function Fields({ parents }: Pick<Props, "parents">) {
  const t = useTranslations("admin_services");
  const kit = useTranslations("admin_kit");
  const id = useId();
  const { state } = useForm();
  const [text, setText] = useState(state.values.list?.at(-1) ?? "");
  const services = parseServiceList(text);
  const error = useListError();
  return (
    <div className="space-y-5">
      {parents.length > 0 && (
        <div className="max-w-md">
          <ComboboxField
            name="parent_id"
            label={t("parent")}
            options={[{ value: "", label: t("parent_none") }, ...parentOptions(parents)]}
          />
        </div>
      )}
      <div className="grid gap-5 md:grid-cols-2">
        <div>
          <label htmlFor={id} className="mb-1 block font-medium">
            {t("paste.list")}
          </label>
          <textarea
            id={id}
            name="list"
            rows={14}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={t("paste.placeholder")}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            spellCheck={false}
            className="control min-h-64 font-mono text-sm"
          />
          <FieldError id={id}>{error}</FieldError>
        </div>
        <section aria-label={t("paste.preview")} className="min-w-0">
          <h2 className="mb-1 font-medium">{t("paste.preview")}</h2>
          <ul className="max-h-112 min-h-64 overflow-y-auto rounded-md border border-line bg-panel px-3 py-2 text-sm">
            {services.length === 0 && <li className="text-muted">{t("paste.empty")}</li>}
            {services.map(({ name, depth, ping_url }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are what their place says
              <li key={index} className="flex min-h-7 items-center">
                <Indent depth={depth} />
                <span className={depth === 0 ? "font-medium" : ""}>{name}</span>
                {ping_url && (
                  <span className="wrap-anywhere ms-2 text-muted">
                    {t("paste.checked", { url: ping_url })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Submit busy={kit("saving")}>{t("paste.submit", { count: services.length })}</Submit>
    </div>
  );
}
