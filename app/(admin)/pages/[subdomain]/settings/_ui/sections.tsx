import type { ReactNode } from "react";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { FormFoot, Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import { AREAS, type AreaName, type FieldOf, fieldsOf } from "../_fields.ts";
import type { TextKey } from "../_values.ts";
import { updatePageAction } from "../actions.ts";
import { SettingField } from "./setting-field.tsx";
import { wordsOf } from "./words.ts";

type Area = { admin: Admin; area: AreaName };
type FormProps = Area & {
  /** Names the form in drafts. */
  name: string;
  fields: readonly FieldOf[];
  children: ReactNode;
};

function Form({ admin, area, name, fields, children }: FormProps) {
  const { page } = admin;
  const { subdomain, organization_id } = page;
  const names = fields.map((field) => field.name);
  return (
    <ActionForm
      action={updatePageAction}
      hidden={{ subdomain, organization_id }}
      seen={fieldMarks(page, names)}
      draft={`${subdomain}/${area}/${name}`}
    >
      {children}
    </ActionForm>
  );
}

function Save({ admin: { t } }: { admin: Admin }) {
  return <Submit busy={t("admin_kit.saving")}>{t("admin_kit.save")}</Submit>;
}

type PartProps = Area & { section: string; fields: readonly FieldOf[]; children?: ReactNode };

function Part({ admin, area, section, fields, children }: PartProps) {
  const say = (key: string) => admin.t(`${area}.sections.${section}.${key}` as TextKey);
  return (
    <Section title={say("title")} text={say("text")}>
      {fields.map((field) => {
        const { label, hint } = wordsOf(admin.t, area, field.name);
        return (
          <div
            key={field.name}
            id={`setting-${field.name}`}
            className="scroll-mt-20 setting"
            data-setting={`${label} ${hint} ${field.name}`.toLowerCase()}
          >
            <SettingField admin={admin} area={area} field={field} />
          </div>
        );
      })}
      {children}
    </Section>
  );
}

const sectionsOf = (area: AreaName) => Object.entries<readonly FieldOf[]>(AREAS[area]);

/** The sections of a screen of settings, each with a form of its own; `only`: this one. */
export function SettingSections({ admin, area, only }: Area & { only?: string }) {
  const shown = sectionsOf(area).filter(([section]) => only === undefined || section === only);
  return shown.map(([section, fields]) => (
    <div key={section} id={section} data-section="" className="scroll-mt-20">
      <Form {...{ admin, area, fields }} name={section}>
        <Part {...{ admin, area, section, fields }}>
          <Save admin={admin} />
        </Part>
      </Form>
    </div>
  ));
}

/** All sections of a screen of settings in one form. */
export function SettingForm({ admin, area }: Area) {
  return (
    <Form {...{ admin, area }} name="all" fields={fieldsOf(area)}>
      {sectionsOf(area).map(([section, fields]) => (
        <div key={section} id={section} data-section="" className="scroll-mt-20">
          <Part {...{ admin, area, section, fields }} />
        </div>
      ))}
      <FormFoot>
        <Save admin={admin} />
      </FormFoot>
    </Form>
  );
}
