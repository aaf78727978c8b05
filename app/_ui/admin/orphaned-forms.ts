"use client";
import { listDrafts } from "./drafts.ts";

type Target = Record<string, string | number>;
/** Text typed into a form that went away before it was sent. */
export type OrphanedForm = {
  key: string;
  target: Target;
  texts: { label: string; text: string }[];
};
type Listener = (left: OrphanedForm) => void;

const listeners = new Set<Listener>();

export function onOrphaned(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const TYPED = "textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=password])";

function textsIn(form: HTMLFormElement, untouched: string | null): OrphanedForm["texts"] {
  const before = JSON.parse(untouched ?? "{}") as Record<string, string[]>;
  return [...form.querySelectorAll<HTMLInputElement>(TYPED)]
    .filter(({ name, value }) => value.trim() !== "" && !before[name]?.includes(value))
    .map((field) => ({
      label: field.labels?.[0]?.textContent ?? field.ariaLabel ?? "",
      text: field.value,
    }));
}

/** While the form can still be read: whether its record is gone is asked afterwards. */
export function reportOrphaned(
  form: HTMLFormElement,
  { key, target }: Omit<OrphanedForm, "texts">,
  untouched: string | null,
): void {
  const { pathname } = location;
  if (listDrafts(key).length === 0) return;
  const texts = textsIn(form, untouched);
  // A user who goes to another screen has left the form; a deleted record leaves its screen behind.
  setTimeout(() => {
    if (location.pathname !== pathname) return;
    for (const listener of listeners) listener({ key, target, texts });
  });
}
