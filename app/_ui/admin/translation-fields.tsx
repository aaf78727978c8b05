"use client";
import { useLocale, useTranslations } from "use-intl/react";
import { AreaField, Field } from "./field.tsx";

/** A language by its tag, and what it calls itself. */
export type Language = { tag: string; name: string };
type Texts = Record<string, Record<string, string | null | undefined>>;

type Props = {
  languages: Language[];
  fields: { name: string; label: string; isLong?: boolean }[];
  initial?: Texts;
  /** The name that `translationsIn` reads. */
  name?: string;
};

/** The same texts in the page's other languages; without such languages nothing. */
export function TranslationFields({ languages, fields, initial, name = "translations" }: Props) {
  const t = useTranslations("admin_kit.translations");
  const list = new Intl.ListFormat(useLocale());
  if (languages.length === 0) return null;
  return (
    <details className="rounded-md border border-line">
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 px-3 font-medium touch:min-h-11">
        {t("title_of", { labels: list.format(fields.map(({ label }) => label)) })}
        <span className="font-normal text-muted text-sm">
          {list.format(languages.map((language) => language.name))}
        </span>
      </summary>
      <div className="space-y-4 border-line border-t p-3">
        <p className="text-muted text-sm">{t("text")}</p>
        {languages.map(({ tag, name: language }) =>
          fields.map((field) => {
            const Control = field.isLong ? AreaField : Field;
            return (
              <Control
                key={`${tag}.${field.name}`}
                name={`${name}.${tag}.${field.name}`}
                label={t("field", { label: field.label, language })}
                initial={initial?.[tag]?.[field.name] ?? ""}
              />
            );
          }),
        )}
      </div>
    </details>
  );
}
