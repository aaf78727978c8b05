"use client";
import { useParams } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { useTranslations } from "use-intl/react";
import { FieldError, useField } from "./field.tsx";
import { Markdown } from "./markdown.tsx";
import { AddPicture, Pictures } from "./pictures.tsx";
import { previewMarkdownAction } from "./preview-markdown.ts";
import { usePictures } from "./use-pictures.ts";

type Props = {
  name: string;
  label: string;
  /** Where the schema has this field, if not under its name. */
  path?: string;
  hint?: string;
  initial?: string;
  rows?: number;
  autoFocus?: boolean;
  command?: { label: string; keys: string };
};

/** Markdown as visitors will see it. */
async function renderPreview(source: string): Promise<string> {
  return (await previewMarkdownAction({}, source).catch(() => null)) ?? "";
}

/** A Markdown field with a preview. */
export function Editor(props: Props) {
  const { name, label, path, hint, initial, rows = 5, autoFocus = false, command } = props;
  const { control, error } = useField(name, initial, path, hint);
  const t = useTranslations("admin.compose");
  const area = useRef<HTMLTextAreaElement>(null);
  const pictures = usePictures(area);
  const [html, setHtml] = useState<string | null>(null);
  const [, startPreview] = useTransition();
  const isPreviewing = html !== null;

  useEffect(() => {
    const form = area.current?.form;
    const write = () => setHtml(null);
    form?.addEventListener("reset", write);
    return () => form?.removeEventListener("reset", write);
  }, []);
  useEffect(() => {
    if (autoFocus) area.current?.focus();
  }, [autoFocus]);
  function show(): void {
    startPreview(async () => setHtml(await renderPreview(area.current?.value ?? "")));
  }
  return (
    <div>
      <div className="mb-1 flex items-end justify-between gap-4">
        <label htmlFor={control.id} className="font-medium">
          {label}
        </label>
        <div className="flex flex-wrap items-center justify-end text-sm noscript:hidden">
          {!isPreviewing && <AddPicture {...{ area, pictures }} />}
          <Tab isChosen={!isPreviewing} onChoose={() => setHtml(null)}>
            {t("write")}
          </Tab>
          <Tab isChosen={isPreviewing} onChoose={show}>
            {t("preview")}
          </Tab>
        </div>
      </div>
      <textarea
        {...control}
        ref={area}
        rows={rows}
        hidden={isPreviewing}
        data-keys={command?.keys}
        data-label={command?.label}
        className="control field-sizing-content max-h-96 min-h-24 leading-normal"
      />
      {isPreviewing && <Preview html={html} empty={t("preview_empty")} />}
      <div hidden={isPreviewing}>
        <Pictures {...{ area, pictures }} />
      </div>
      {hint && (
        <p id={`${control.id}-hint`} className="mt-1 text-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={control.id}>{error}</FieldError>
    </div>
  );
}

function Tab({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}) {
  const look = isChosen ? "border-ink font-medium" : "border-transparent text-muted hover:text-ink";
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`min-h-8 border-b-2 px-2 touch:min-h-11 ${look}`}
    >
      {children}
    </button>
  );
}

function Preview({ html, empty }: { html: string; empty: string }) {
  const { subdomain } = useParams<{ subdomain: string }>();
  return html ? (
    <Markdown {...{ html, subdomain }} className="control min-h-24 border-dashed" />
  ) : (
    <p className="control min-h-24 border-dashed text-muted">{empty}</p>
  );
}
