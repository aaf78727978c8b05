import { SelectField, SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { ComboboxField } from "#app/_ui/admin/combobox-field.tsx";
import { AreaField, Field, NumberField } from "#app/_ui/admin/field.tsx";
import { ColourField, ListField } from "#app/_ui/admin/special-fields.tsx";
import { zoneOptions } from "#app/_ui/admin/zones.ts";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { ShownColour } from "#app/(admin)/pages/[subdomain]/appearance/_ui/look.tsx";
import { TOKENS } from "#lib/pages/branding/tokens.ts";
import { nameOf } from "#lib/platform/i18n/tags.ts";
import { formatTag, LOCALES } from "#lib/platform/i18n/translator.ts";
import { formats } from "#lib/site/words/format.ts";
import type { AreaName, FieldOf } from "../_fields.ts";
import { type TextKey, valueAt } from "../_values.ts";
import { FormatField } from "./format-field.tsx";
import { Names } from "./names.tsx";
import { wordsOf } from "./words.ts";

type Props = { admin: Admin; area: AreaName; field: FieldOf };

type FormatProps = { admin: Admin; of: "date" | "time"; presets: readonly string[] } & {
  name: string;
  label: string;
  hint: string;
  initial: string;
};

const inList = (values: readonly string[], own: string) =>
  values.includes(own) ? values : [own, ...values];

function Tokens(props: Props) {
  const { admin } = props;
  const { t, page } = admin;
  const chosen = page.theme_configs ?? {};
  return (
    <div className="space-y-5">
      <input type="hidden" name="theme_configs" value={JSON.stringify(chosen)} />
      {Object.entries(TOKENS).map(([token, choices]) => (
        <SelectField
          key={token}
          name={`theme_configs.${token}`}
          label={t(`admin_appearance.tokens.${token}.label` as TextKey)}
          initial={String(chosen[token] ?? "")}
          options={["", ...Object.keys(choices)].map((value) => ({
            value,
            label: t(`admin_appearance.tokens.${token}.${value || "default"}` as TextKey),
          }))}
        />
      ))}
    </div>
  );
}

function Format({ admin, of, presets, ...named }: FormatProps) {
  const { t, page, locale, now, format } = admin;
  const { time_zone: zone } = page;
  const example = (value: string) => {
    const f = formats(locale, zone, { date_format: value, time_format: value }, now);
    return of === "date" ? f.calendarDay(f.day(now)) : f.time(now);
  };
  const own = of === "date" ? format.calendarDay(format.day(now)) : format.time(now);
  const unset = { value: "", example: t("admin_settings.by_language", { example: own }) };
  return (
    <FormatField
      {...named}
      of={of}
      presets={[unset, ...presets.map((value) => ({ value, example: example(value) }))]}
      presetsLabel={t("admin_settings.presets")}
      now={Date.parse(`${now}Z`)}
      zone={zone}
      tag={formatTag(locale)}
    />
  );
}

/** The control of a setting, with the page's value in it. */
export function SettingField(props: Props) {
  const { admin, field } = props;
  const { t, page } = admin;
  const { name, kind } = field;
  const { label, hint, option } = wordsOf(t, props.area, name);
  const value = valueAt(page, name);
  const text = value === null || value === undefined ? "" : String(value);
  const named = { name, label, hint };
  if (kind === "switch") return <SwitchField {...named} initial={value === true} />;
  if (kind === "area") return <AreaField {...named} initial={text} />;
  if (kind === "code") return <AreaField {...named} initial={text} rows={4} isCode />;
  if (kind === "hours")
    return (
      <NumberField
        {...named}
        initial={Number(value)}
        min={0}
        max={8_760}
        unit={t("admin_settings.hours")}
      />
    );
  if (kind === "number")
    return <NumberField {...named} initial={Number(value)} min={0} max={1_000_000} />;
  if (kind === "colour")
    return (
      <ColourField {...named} initial={text && `#${text}`} aside={<ShownColour name={name} />} />
    );
  if (kind === "list")
    return <ListField {...named} initial={page.languages} add={t("admin_settings.add_language")} />;
  if (field.kind === "format")
    return <Format {...{ admin, ...named }} of={field.of} presets={field.presets} initial={text} />;
  if (kind === "names") return <Names {...{ admin, ...named }} />;
  if (kind === "tokens") return <Tokens {...props} />;
  if (kind === "zone")
    return <ComboboxField {...named} initial={text} options={zoneOptions(text)} />;
  if (kind === "select" || kind === "language")
    return <SelectField {...named} initial={text} options={optionsOf(field, text, option)} />;
  return <Field {...named} type={kind === "email" ? kind : "text"} initial={text} />;
}

function optionsOf(field: FieldOf, own: string, option: (value: string) => string) {
  if (field.kind === "language")
    return inList(LOCALES, own).map((value) => ({ value, label: nameOf(value) }));
  return field.kind === "select"
    ? inList(field.options, own).map((value) => ({ value, label: option(value) }))
    : [];
}
