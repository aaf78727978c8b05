import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_open.ts";
import { seenOf } from "#lib/forms/seen.ts";
import { AREAS, type AreaName, type FieldOf } from "../_fields.ts";
import type { TextKey } from "../_values.ts";
import { updatePageAction } from "../actions.ts";
import { SettingField, wordsOf } from "./setting-field.tsx";

type Props = {
  admin: Admin;
  area: AreaName;
  /** Only this one. */
  only?: string;
};

/** The sections of a screen of settings, each with a form of its own. */
export function SettingSections({ admin, area, only }: Props) {
  const { page, t } = admin;
  const { subdomain, organization_id } = page;
  const say = (key: string) => t(`${area}.sections.${key}` as TextKey);
  const sections = Object.entries<readonly FieldOf[]>(AREAS[area]);
  const shown = sections.filter(([section]) => only === undefined || section === only);
  return shown.map(([section, fields]) => (
    <div key={section} id={section} data-section="" className="scroll-mt-20">
      <ActionForm
        action={updatePageAction}
        hidden={{ subdomain, organization_id }}
        seen={seenOf(
          page,
          fields.map(({ name }) => name),
        )}
        draft={`${subdomain}/${area}/${section}`}
      >
        <Section title={say(`${section}.title`)} text={say(`${section}.text`)}>
          {fields.map((field) => {
            const { label, hint } = wordsOf({ admin, area, field });
            return (
              <div key={field.name} data-setting={`${label} ${hint} ${field.name}`.toLowerCase()}>
                <SettingField admin={admin} area={area} field={field} />
              </div>
            );
          })}
          <Submit busy={t("admin_kit.saving")}>{t("admin_kit.save")}</Submit>
        </Section>
      </ActionForm>
    </div>
  ));
}
