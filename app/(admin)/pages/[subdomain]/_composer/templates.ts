import type { Template } from "./read.ts";

/** The search for a template: text after a slash at the start. @returns null: there is none */
export function soughtIn(text: string): string | null {
  const found = /^\/([^\n]{0,40})$/.exec(text);
  return found ? (found[1] ?? "").trim().toLowerCase() : null;
}

const MAX_SHOWN = 8;

export function fitting(templates: readonly Template[], sought: string): Template[] {
  return templates
    .filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(sought))
    .slice(0, MAX_SHOWN);
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function write(form: HTMLFormElement, name: string, text: string | null | undefined): void {
  const field = form.elements.namedItem(name);
  if (!text || !(field instanceof HTMLElement)) return;
  (field as Field).value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Writes a template into a form: its text, and what else the form has and nobody filled in. */
export function fillFrom(form: HTMLFormElement, template: Template): void {
  write(form, "description", template.description);
  const title = form.elements.namedItem("title");
  if (title instanceof HTMLInputElement && title.value === "") write(form, "title", template.title);
  for (const [tag, { title, description }] of Object.entries(template.translations)) {
    write(form, `translations.${tag}.description`, description);
    write(form, `title_translations.${tag}.title`, title);
  }
  const boxes = [...form.querySelectorAll<HTMLInputElement>("[name=service_ids][type=checkbox]")];
  if (boxes.some(({ checked }) => checked)) return;
  for (const box of boxes) if (template.service_ids.includes(Number(box.value))) box.click();
}
