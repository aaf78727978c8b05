import { Field } from "#app/_ui/admin/field.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { nameOf } from "#lib/platform/i18n/tags.ts";
import { LOCALES } from "#lib/platform/i18n/translator.ts";
import type { TextKey } from "../_values.ts";

const TRANSLATED = ["public_company_name", "header_logo_text"] as const;

type Props = { admin: Admin; name: string; label: string; hint: string };

export function Names({ admin: { page, t }, name, label, hint }: Props) {
  const { languages, translations, default_language } = page;
  const offered = languages.length > 0 ? languages : LOCALES;
  const all = [...new Set([...Object.keys(translations), ...offered])];
  const others = all.filter((language) => language !== default_language);
  return (
    <details>
      <summary className="font-medium">{label}</summary>
      <p className="mb-3 text-muted text-sm">{hint}</p>
      <input type="hidden" name={name} value={JSON.stringify(translations)} />
      <div className="space-y-4">
        {others.map((language) => (
          <fieldset key={language} className="grid gap-3 sm:grid-cols-2">
            <legend className="mb-1 text-muted text-sm">{nameOf(language)}</legend>
            {TRANSLATED.map((field) => (
              <Field
                key={field}
                name={`${name}.${language}.${field}`}
                label={t(`admin_settings.names.${field}` as TextKey)}
                initial={translations[language]?.[field] ?? ""}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </details>
  );
}
