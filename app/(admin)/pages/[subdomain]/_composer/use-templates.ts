"use client";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { announce } from "#app/_ui/admin/live.tsx";
import type { Template } from "./read.ts";
import { fillFrom, fitting, soughtIn } from "./templates.ts";

/** Templates while a slash stands at the start of the text; keys walk them, the focus stays. */
export function useTemplates(
  area: RefObject<HTMLTextAreaElement | null>,
  templates: readonly Template[],
  initial: string,
) {
  const t = useTranslations("admin_composer.template");
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState(0);
  const [isClosed, setClosed] = useState(false);
  const sought = soughtIn(text);
  const found = sought === null || isClosed ? [] : fitting(templates, sought);
  const count = found.length;

  useEffect(() => {
    const form = area.current?.form;
    const read = () => setTimeout(() => setText(area.current?.value ?? ""), 0);
    form?.addEventListener("reset", read);
    return () => form?.removeEventListener("reset", read);
  }, [area]);
  useEffect(() => {
    if (count > 0) announce(t("found", { count }));
  }, [count, t]);

  function change(next: string): void {
    setText(next);
    setChosen(0);
    if (next === "") setClosed(false);
  }
  function take(template: Template): void {
    if (area.current?.form) fillFrom(area.current.form, template);
    area.current?.focus();
  }
  function press(event: KeyboardEvent): void {
    const template = found[chosen];
    if (!template) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setChosen((chosen + step + count) % count);
    else if (event.key === "Escape") setClosed(true);
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) take(template);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function seek(): void {
    const field = area.current;
    if (!field) return;
    setClosed(false);
    field.value ||= "/";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }
  return { text, found, chosen, change, take, press, seek };
}
