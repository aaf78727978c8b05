"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  type Draft,
  draftKey,
  dropDraft,
  keepDraft,
  readDraft,
  typedIn,
  untouchedIn,
} from "./drafts.ts";

const PAUSE_MS = 250;

type Options = {
  /** Names the record, or what is new: `services/12`. None: nothing is kept. */
  name: string | undefined;
  form: RefObject<HTMLFormElement | null>;
  seen: string | null;
  /** How often the untouched fields have shown the record anew. */
  renewed: number;
  /** Shows a draft that was found. */
  restore: (draft: Draft) => void;
};

/**
 * Keeps what is typed into a form until it was sent, over reloads and in other tabs. What cannot be
 * kept – a secret, or a browser without storage – is asked about before the tab closes.
 */
export function useDraft({ name, form, seen, renewed, restore }: Options) {
  const [isDirty, setDirty] = useState(false);
  const untouched = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Of whoever opened the form, also when somebody else signs in beside it.
  const opened = useRef<string | null>(null);

  useEffect(() => {
    opened.current ??= draftKey(name);
    const key = opened.current;
    if (!key || !form.current) return;
    untouched.current ??= JSON.stringify(untouchedIn(form.current));
    const draft = readDraft(key);
    if (draft && JSON.stringify(draft.values) !== untouched.current) restore(draft);
  }, [name, form, restore]);

  useEffect(() => {
    if (renewed > 0 && form.current) untouched.current = JSON.stringify(untouchedIn(form.current));
  }, [renewed, form]);

  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const key = opened.current;
    if (!key || !form.current) return;
    const values = typedIn(form.current);
    const isSame = JSON.stringify(values) === untouched.current;
    if (isSame) dropDraft(key);
    const isKept = isSame || keepDraft(key, { values, seen });
    const secrets = [...form.current.querySelectorAll<HTMLInputElement>("[type=password]")];
    setDirty(!isKept || secrets.some(({ value }) => value !== ""));
  }, [form, seen]);

  const drop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setDirty(false);
    if (opened.current) dropDraft(opened.current);
  }, []);

  // What was typed just before the form or the page goes away, while it can still be read. Not what
  // stands in the form when it was sent a moment ago: that may be what was refused before.
  const keepTyped = useCallback(() => {
    if (timer.current !== undefined) keep();
  }, [keep]);
  useLayoutEffect(() => keepTyped, [keepTyped]);
  useEffect(() => {
    addEventListener("pagehide", keepTyped);
    return () => removeEventListener("pagehide", keepTyped);
  }, [keepTyped]);

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isDirty]);

  const later = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, PAUSE_MS);
  }, [keep]);
  return { later, drop };
}
