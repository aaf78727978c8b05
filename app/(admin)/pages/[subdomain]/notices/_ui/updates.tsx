"use client";
import { Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "#app/_ui/admin/dialog.tsx";
import { Editor } from "#app/_ui/admin/editor.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Markdown } from "#app/_ui/admin/markdown.tsx";
import { type Language, TranslationFields } from "#app/_ui/admin/translation-fields.tsx";
import { NotifyField } from "#app/(admin)/pages/[subdomain]/_composer/fields.tsx";
import { PostLabel } from "#app/(admin)/pages/[subdomain]/_composer/post-label.tsx";
import { writeNoticeUpdateAction } from "#app/(admin)/pages/[subdomain]/notices/actions.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";

type ShownUpdate = {
  id: number;
  description: string;
  translations: Record<string, { description?: string | null }>;
  /** Rendered on the server from Markdown, safe. */
  html: string;
  posted: string;
  news: ReactNode;
};

type Target = { subdomain: string; info_notice_id: number };
type Props = {
  target: Target;
  updates: ShownUpdate[];
  languages: Language[];
  /** Whether subscribers are told of an update, at first. */
  notify: boolean;
  audience: Audience;
};

/** A notice's updates, newest first; more can be posted, and all edited. */
export function NoticeUpdates({ target, updates, languages, notify, audience }: Props) {
  const t = useTranslations("admin_notices");
  const draft = `${target.subdomain}/notices/${target.info_notice_id}/update`;
  return (
    <>
      <ActionForm
        action={writeNoticeUpdateAction}
        hidden={target}
        draft={draft}
        className="group/form space-y-4"
      >
        <Editor
          name="description"
          path="updates.0.description"
          label={t("new_text")}
          rows={3}
          command={{ label: t("post"), keys: "p" }}
        />
        <TranslationFields
          languages={languages}
          name="texts"
          fields={[{ name: "description", label: t("text"), isLong: true }]}
        />
        <NotifyField initial={notify} audience={audience} />
        <Submit className="button">
          <PostLabel deed="post" count={audience.total_count} />
        </Submit>
      </ActionForm>
      <ol className="space-y-4 border-line border-t pt-4">
        {updates.map((update) => (
          <li key={update.id}>
            <div className="flex items-center justify-between gap-2 text-muted text-sm">
              <span>{update.posted}</span>
              <EditUpdate {...{ target, update, languages }} />
            </div>
            <Markdown html={update.html} subdomain={target.subdomain} />
            {update.news && <div className="mt-1 text-sm">{update.news}</div>}
          </li>
        ))}
      </ol>
    </>
  );
}

type EditProps = { target: Target; update: ShownUpdate; languages: Language[] };

function EditUpdate({ target, update, languages }: EditProps) {
  const t = useTranslations("admin_notices");
  const kit = useTranslations("admin_kit");
  const [isOpen, setOpen] = useState(false);
  const trigger = (
    <button
      type="button"
      className="icon-button"
      aria-label={t("edit_update", { time: update.posted })}
    >
      <Pencil size={16} aria-hidden />
    </button>
  );
  return (
    <Dialog title={t("edit_update_title")} {...{ trigger }} open={isOpen} onOpenChange={setOpen}>
      <ActionForm
        action={writeNoticeUpdateAction}
        hidden={{ ...target, update_id: update.id }}
        className="space-y-4"
        onDone={() => setOpen(false)}
      >
        <Editor
          name="description"
          path="updates.0.description"
          label={t("text")}
          initial={update.description}
        />
        <TranslationFields
          languages={languages}
          name="texts"
          fields={[{ name: "description", label: t("text"), isLong: true }]}
          initial={update.translations}
        />
        <Submit busy={kit("saving")}>{kit("save")}</Submit>
      </ActionForm>
    </Dialog>
  );
}
