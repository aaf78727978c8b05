"use client";
import { useTranslations } from "use-intl/react";
import type { Template } from "./read.ts";

type Props = {
  id: string;
  templates: Template[];
  chosen: number;
  onTake: (template: Template) => void;
};

/** Templates below the text; the arrow keys walk them while the focus stays in the text. */
export function TemplateList({ id, templates, chosen, onTake }: Props) {
  const t = useTranslations("admin_composer");
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("template.list")}
      className="mt-1 rounded-md border border-edge bg-raised p-1 text-sm shadow-md"
    >
      {templates.map((template, index) => (
        <div
          key={template.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className="popup-item"
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(template);
          }}
        >
          <span className="shrink-0 font-medium">{template.name}</span>
          <span className="truncate text-muted">{template.description || template.title}</span>
        </div>
      ))}
    </div>
  );
}
