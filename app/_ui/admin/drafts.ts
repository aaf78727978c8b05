"use client";
import { valuesOf } from "#lib/core/forms/read.ts";

/** Unsent values of a form, kept in this browser for one person; never a secret. */
export type Draft = { values: Record<string, string[]>; seen: string | null; typed_at: number };

/** `is_open`: a form shows it, in this tab or another; a closed tab gives it back. */
type Stored = Draft & { is_open?: boolean };
export type StoredDraft = { key: string; draft: Stored };

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

/** The values before anyone types: those of a copy with its defaults. */
export function untouchedIn(form: HTMLFormElement): Record<string, string[]> {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return typedIn(copy);
}

/**
 * Where the drafts of whoever is signed in begin; null: nobody is, or the form keeps nothing.
 * @param name of the record: `acme/services/12`
 */
export function draftsKey(name: string | undefined): string | null {
  const { person } = document.documentElement.dataset;
  return name !== undefined && person ? `${PREFIX}${person}:${name}` : null;
}

const newKey = (drafts: string) => `${drafts}#${Math.random().toString(36).slice(2)}`;

function inStorage<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    // A browser that keeps nothing.
    return otherwise;
  }
}

function readDraft(key: string): Stored | null {
  const draft = JSON.parse(localStorage.getItem(key) ?? "null") as Stored | null;
  return draft && Date.now() - draft.typed_at < KEPT_MS ? draft : null;
}

/** Drafts of a record, newest first. One without a `#` is of an earlier version. */
export function listDrafts(drafts: string): StoredDraft[] {
  const all = () =>
    Object.keys(localStorage)
      .filter((key) => key === drafts || key.startsWith(`${drafts}#`))
      .flatMap((key): StoredDraft[] => {
        const draft = readDraft(key);
        if (!draft) localStorage.removeItem(key);
        return draft ? [{ key, draft }] : [];
      })
      .toSorted((a, b) => b.draft.typed_at - a.draft.typed_at);
  return inStorage(all, []);
}

/** Whether no other tab shows it. A tab that crashed, or was put aside, knows its own. */
export function isFree({ key, draft }: StoredDraft): boolean {
  return !draft.is_open || inStorage(() => sessionStorage.getItem(key) !== null, false);
}

/** @returns whether the browser keeps it */
export function keepDraft(key: string, draft: Omit<Draft, "typed_at">): boolean {
  const keep = () => {
    localStorage.setItem(key, JSON.stringify({ ...draft, typed_at: Date.now(), is_open: true }));
    sessionStorage.setItem(key, "");
    return true;
  };
  return inStorage(keep, false);
}

/**
 * Takes a draft over under a key of its own: a copied tab would write to the same one.
 * @returns the key; without a draft, that of a new one
 */
export function claimDraft(drafts: string, kept?: StoredDraft): string {
  const key = newKey(drafts);
  if (!kept) return key;
  inStorage(
    () => localStorage.setItem(key, JSON.stringify({ ...kept.draft, is_open: true })),
    undefined,
  );
  inStorage(() => sessionStorage.setItem(key, ""), undefined);
  dropDraft(kept.key);
  return key;
}

/** Its form is left: another one may show it. */
export function releaseDraft(key: string): void {
  const release = () => {
    const draft = readDraft(key);
    if (draft) localStorage.setItem(key, JSON.stringify({ ...draft, is_open: false }));
  };
  inStorage(release, undefined);
}

export function dropDraft(key: string): void {
  inStorage(() => localStorage.removeItem(key), undefined);
  inStorage(() => sessionStorage.removeItem(key), undefined);
}

/** Drops the drafts of whoever is signed in, and those that earlier versions kept for anybody. */
export function dropDrafts(): void {
  const own = draftsKey("");
  const goes = (key: string) => key.startsWith(PREFIX) && !OWNED.test(key);
  const drop = () => {
    for (const key of Object.keys(localStorage))
      if (goes(key) || (own && key.startsWith(own))) localStorage.removeItem(key);
  };
  inStorage(drop, undefined);
}
