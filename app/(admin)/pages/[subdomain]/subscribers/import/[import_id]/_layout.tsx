import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import type { Locale, Translate } from "#lib/platform/i18n/translator.ts";
import { IMPORT_FIELDS } from "#lib/subscribers/import/fields.ts";
import type { Layout } from "#lib/subscribers/import/schema.ts";
import { changeLayoutAction } from "../actions.ts";

const SEPARATORS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

type Props = {
  layout: Layout;
  target: { subdomain: string; import_id: number };
  locale: Locale;
  t: Translate;
};

/** The mapping of columns: proposed, and changed by the operator. */
export function LayoutForm({ layout, target, locale, t }: Props) {
  const { columns, encoding, separator, header_row, consent_source } = layout;
  const numbered = columns.map((column, at) => ({ ...column, number: at + 1 }));
  const options = [
    { value: "", label: t("admin_import.not_read") },
    ...IMPORT_FIELDS.map((value) => ({ value, label: t(`admin_import.field.${value}`) })),
  ];
  const read = { encoding: encoding.toUpperCase(), separator: SEPARATORS[separator] };
  return (
    <AreaTexts locale={locale} areas={["admin_import"]}>
      <ActionForm action={changeLayoutAction} hidden={target}>
        <Section
          title={t("admin_import.layout")}
          text={t("admin_import.layout_text", {
            encoding: read.encoding,
            separator: t(`admin_import.separator.${read.separator}`),
          })}
        >
          <div className="grid gap-4 sm:grid-cols-2">
            {numbered.map(({ name, field, samples, number }) => (
              <SelectField
                key={number}
                name="fields"
                path={`fields.${number - 1}`}
                label={name || t("admin_import.column_number", { number })}
                hint={samples.join(" · ")}
                initial={field ?? ""}
                options={options}
              />
            ))}
          </div>
          <SwitchField
            name="has_header"
            label={t("admin_import.has_header")}
            initial={header_row !== null}
          />
          <Field
            name="consent_source"
            label={t("admin_import.consent_source")}
            hint={t("admin_import.consent_source_hint")}
            initial={consent_source ?? ""}
          />
          <FormFoot>
            <Submit className="button">{t("admin_import.check_again")}</Submit>
          </FormFoot>
        </Section>
      </ActionForm>
    </AreaTexts>
  );
}
