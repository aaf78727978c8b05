"use client";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { dropDraft } from "#app/_ui/admin/drafts.ts";
import { DeletedBy } from "#app/_ui/admin/form-message.tsx";
import { type OrphanedForm, onOrphaned } from "#app/_ui/admin/orphaned-forms.ts";
import { findDeletionAction } from "#app/(admin)/_shell/actions.ts";
import type { Deletion } from "#lib/core/forms/state.ts";

/** Text typed into a form whose record a colleague deleted meanwhile. */
export function OrphanedTexts({ subdomain }: { subdomain: string }) {
  const t = useTranslations("admin_kit.deleted");
  const [left, setLeft] = useState<(OrphanedForm & { deletion: Deletion })[]>([]);
  useEffect(
    () =>
      onOrphaned(async (form) => {
        const target = Object.entries(form.target).map(([name, id]) => [name, String(id)]);
        const asked = { ids: Object.fromEntries(target) };
        const answer = await findDeletionAction({ subdomain }, asked).catch(() => null);
        const deletion = answer?.deletion;
        if (deletion) setLeft((before) => [...before, { ...form, deletion }]);
      }),
    [subdomain],
  );
  function discard(key: string): void {
    dropDraft(key);
    setLeft((before) => before.filter((form) => form.key !== key));
  }
  return left.map(({ key, texts, deletion }) => (
    <section key={key} role="alert" className="note note-bad mb-4 space-y-3">
      <DeletedBy deletion={deletion} />
      {texts.map(({ label, text }) => (
        <CopyField key={label} label={label} value={text} isText />
      ))}
      <button type="button" className="button" onClick={() => discard(key)}>
        {t("discard")}
      </button>
    </section>
  ));
}
