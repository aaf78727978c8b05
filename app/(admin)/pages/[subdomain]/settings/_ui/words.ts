import { NOT_YET } from "#lib/api/openapi/not-yet.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import type { AreaName, FieldOf } from "../_fields.ts";
import type { TextKey } from "../_values.ts";

const PENDING = new Set(
  NOT_YET.fields.flatMap(({ schema, path: [name] }) => (schema === "StatusPage" ? [name] : [])),
);

/** A setting's label and hint; a setting without an effect so far says so. */
export function wordsOf(t: Translate, area: AreaName, name: FieldOf["name"]) {
  const key = `${area}.fields.${name.replace(".", "_")}`;
  const hint = t(`${key}.hint` as TextKey);
  const isPending = PENDING.has(name.split(".")[0] ?? name);
  return {
    label: t(`${key}.label` as TextKey),
    hint: isPending ? `${hint} ${t("admin_settings.not_yet")}` : hint,
    option: (value: string) => t(`${key}.options.${value || "none"}` as TextKey),
  };
}
