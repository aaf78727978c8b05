"use client";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { type FieldMoment, TimeFields } from "#app/_ui/admin/time-fields.tsx";
import { Translations, TypeChips } from "#app/(admin)/pages/[subdomain]/_composer/fields.tsx";
import type { Kit } from "#app/(admin)/pages/[subdomain]/_composer/read.ts";
import { ComposerText } from "#app/(admin)/pages/[subdomain]/_composer/text.tsx";
import { editUpdateAction } from "#app/(admin)/pages/[subdomain]/incidents/[incident_id]/actions.ts";
import { fieldMarks } from "#lib/core/forms/conflicts.ts";
import type { IncidentUpdate, UpdateType } from "#lib/incidents/schema.ts";
import { type Told, updateWord } from "#lib/site/words/labels.ts";

type Props = {
  hidden: Record<string, string | number>;
  told: Told;
  types: UpdateType[];
  update: IncidentUpdate;
  /** As the page's zone has them. */
  times: { posted_at: FieldMoment; next_update_at: FieldMoment };
  kit: Kit;
  /** Where to go instead of saving. */
  back: string;
  draft: string;
};

/** Changes what an update says or is. */
export function UpdateEditor(props: Props) {
  const { hidden, told, types, update, times, kit, back, draft } = props;
  const t = useTranslations();
  const [type, setType] = useState(update.type);
  const wordOf = (one: UpdateType) => updateWord({ ...update, type: one }, told);
  const known = new Set(kit.languages.map(({ tag }) => tag));
  const more = Object.keys(update.translations).filter((tag) => !known.has(tag));
  const languages = [...kit.languages, ...more.map((tag) => ({ tag, name: tag }))];
  return (
    <ActionForm
      action={editUpdateAction}
      hidden={hidden}
      draft={draft}
      seen={fieldMarks(update)}
      className="group/form space-y-4"
    >
      <TypeChips {...{ types, wordOf }} initial={update.type} onChoose={setType} />
      <ComposerText
        kit={kit}
        label={t("admin.compose.text")}
        type={type}
        word={wordOf(type)}
        initial={update.description}
        autoFocus
      />
      <Translations languages={languages} initial={update.translations} />
      <TimeFields
        time_zone={kit.time_zone}
        fields={[
          { name: "posted_at", label: t("admin_composer.posted_at"), ...times.posted_at },
          {
            name: "next_update_at",
            label: t("admin_composer.promise.at"),
            ...times.next_update_at,
          },
        ]}
      />
      {kit.social_post !== null && (
        <SwitchField
          name="social_post"
          label={t("admin_composer.social_post")}
          initial={update.social_post}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Submit busy={t("admin.compose.saving")}>{t("admin.compose.save")}</Submit>
        <Link href={back} className="button button-quiet" scroll={false}>
          {t("admin.compose.cancel")}
        </Link>
      </div>
    </ActionForm>
  );
}
