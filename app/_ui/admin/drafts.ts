"use client";
import { valuesOf } from "#lib/core/forms/read.ts";

/** What was typed into a form and not sent: kept in this browser for one person, never a secret. */
export type Draft = { values: Record<string, string[]>; seen: string | null; typed_at: number };

const PREFIX = "draft:";
const OWNED = /^draft:\d+:/;
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

export function typedIn(form: HTMLFormElement): Record<string, string[]> {
  const hidden = new Set(
    [...form.querySelectorAll<HTMLInputElement>("input[type=hidden][data-target]")].map(
      ({ name }) => name,
    ),
  );
  const values = Object.entries(valuesOf(new FormData(form)));
  return Object.fromEntries(values.filter(([name]) => !hidden.has(name)));
}

/** What a form says before anyone types: that of a copy with its defaults. */
export function untouchedIn(form: HTMLFormElement): Record<string, string[]> {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return typedIn(copy);
}

/**
 * The key of a draft of whoever is signed in; null: nobody is, or the form keeps nothing.
 * @param name of the record: `acme/services/12`
 */
export function draftKey(name: string | undefined): string | null {
  const { person } = document.documentElement.dataset;
  return name !== undefined && person ? `${PREFIX}${person}:${name}` : null;
}

export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? "null") as Draft | null;
    return draft && Date.now() - draft.typed_at < KEPT_MS ? draft : null;
  } catch {
    return null;
  }
}

/** @returns whether the browser keeps it */
export function keepDraft(key: string, draft: Omit<Draft, "typed_at">): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, typed_at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

/** Drops the drafts of whoever is signed in, and those that earlier versions kept for anybody. */
export function dropDrafts(): void {
  const own = draftKey("");
  const goes = (key: string) => key.startsWith(PREFIX) && !OWNED.test(key);
  try {
    for (const key of Object.keys(localStorage))
      if (goes(key) || (own && key.startsWith(own))) localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}
