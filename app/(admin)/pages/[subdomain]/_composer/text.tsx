"use client";
import { FileText } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { FieldError, useField } from "#app/_ui/admin/field.tsx";
import { AddPicture, Pictures } from "#app/_ui/admin/pictures.tsx";
import { takeTyped } from "#app/_ui/admin/typed-ahead.ts";
import { usePictures } from "#app/_ui/admin/use-pictures.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import type { UpdateWord } from "#lib/site/words/labels.ts";
import { PagePreview } from "./preview.tsx";
import type { Kit } from "./read.ts";
import { TemplateList } from "./template-list.tsx";
import { useTemplates } from "./use-templates.ts";

type Props = {
  kit: Pick<Kit, "templates" | "look">;
  label: string;
  type: UpdateType | null;
  word?: UpdateWord;
  /** Where the schema has the text, if not under its name. */
  path?: string;
  initial?: string;
  autoFocus?: boolean;
  command?: { label: string; keys: string };
};

/** Goes to the text, with what was typed on the way. */
function begin(area: HTMLTextAreaElement): void {
  area.focus();
  const typed = takeTyped();
  if (typed === "") return;
  area.setRangeText(typed, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** The text of an update: Markdown, templates after a slash, and below it what visitors will read. */
export function ComposerText(props: Props) {
  const { kit, label, type, word = null, path, initial, autoFocus, command } = props;
  const { control, error } = useField("description", initial, path);
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const templates = useTemplates(area, kit.templates, control.defaultValue);
  const pictures = usePictures(area);
  const { text, found, chosen } = templates;
  const isListing = found.length > 0;
  useEffect(() => {
    if (autoFocus && area.current) begin(area.current);
  }, [autoFocus]);
  return (
    <div>
      <div className="mb-1 flex min-h-8 items-end justify-between gap-4">
        <label htmlFor={control.id} className="font-medium">
          {label}
        </label>
        <div className="flex flex-wrap justify-end">
          {kit.templates.length > 0 && text === "" && <Seek onSeek={templates.seek} />}
          <AddPicture {...{ area, pictures }} />
        </div>
      </div>
      <textarea
        {...control}
        ref={area}
        rows={3}
        onInput={(event) => templates.change(event.currentTarget.value)}
        onKeyDown={templates.press}
        aria-controls={isListing ? list : undefined}
        aria-activedescendant={isListing ? `${list}-${chosen}` : undefined}
        data-keys={command?.keys}
        data-label={command?.label}
        className="control field-sizing-content max-h-80 min-h-24 leading-normal"
      />
      {isListing && (
        <TemplateList id={list} templates={found} chosen={chosen} onTake={templates.take} />
      )}
      <FieldError id={control.id}>{error}</FieldError>
      <Pictures {...{ area, pictures }} />
      {!isListing && <PagePreview source={text} {...{ type, word }} look={kit.look} />}
    </div>
  );
}

function Seek({ onSeek }: { onSeek: () => void }) {
  const t = useTranslations("admin_composer.template");
  return (
    <button
      type="button"
      onClick={onSeek}
      className="button button-quiet px-2! text-sm noscript:hidden"
    >
      <FileText size={14} aria-hidden /> {t("choose")}
      <span className="key touch:hidden" aria-hidden="true">
        /
      </span>
    </button>
  );
}
