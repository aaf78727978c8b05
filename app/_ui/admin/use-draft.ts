"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import {
  claimDraft,
  type Draft,
  draftsKey,
  dropDraft,
  isFree,
  keepDraft,
  listDrafts,
  releaseDraft,
  type StoredDraft,
  typedIn,
  untouchedIn,
} from "./drafts.ts";
import { reportOrphaned } from "./orphaned-forms.ts";

const PAUSE_MS = 250;

type Options = {
  /** Names the record, or what is new: `services/12`. None: nothing is kept. */
  name: string | undefined;
  target: Record<string, string | number>;
  form: RefObject<HTMLFormElement | null>;
  seen: string | null;
  /** How often the untouched fields have shown the record anew. */
  renewed: number;
  /** Shows a draft that was found. */
  restore: (draft: Draft) => void;
};

type Form = Options["form"];

/** Which of the record's drafts is this form's own, and which are others'. */
function useOwnDraft({ name, form, restore }: Pick<Options, "name" | "form" | "restore">) {
  const [others, setOthers] = useState<StoredDraft[]>([]);
  const untouched = useRef<string | null>(null);
  // The user who opened the form, also when somebody else signs in beside it.
  const drafts = useRef<string | null>(null);
  const own = useRef<string | null>(null);

  useEffect(() => {
    drafts.current ??= draftsKey(name);
    if (!drafts.current || !form.current) return;
    untouched.current ??= JSON.stringify(untouchedIn(form.current));
    const isTyped = ({ draft }: StoredDraft) => JSON.stringify(draft.values) !== untouched.current;
    const found = listDrafts(drafts.current).filter(({ key }) => key !== own.current);
    const free = own.current === null && found.filter(isTyped).find(isFree);
    own.current ??= claimDraft(drafts.current, free || undefined);
    if (free) restore(free.draft);
    setOthers(found.filter((kept) => kept !== free && isTyped(kept)));
  }, [name, form, restore]);

  /** Shows another draft; the present one stays to be shown. */
  const take = useCallback(
    (kept: StoredDraft) => {
      if (!drafts.current || !own.current) return;
      releaseDraft(own.current);
      own.current = claimDraft(drafts.current, kept);
      restore(kept.draft);
      const shown = JSON.stringify(kept.draft.values);
      const found = listDrafts(drafts.current).filter(({ key }) => key !== own.current);
      setOthers(found.filter(({ draft }) => JSON.stringify(draft.values) !== shown));
    },
    [restore],
  );
  return { untouched, own, others, take };
}

/** Keeps what was typed just before the form or the page goes away, while it can still be read. */
function useLeaving(
  form: Form,
  { own, untouched }: Record<"own" | "untouched", RefObject<string | null>>,
  target: Options["target"],
  keepTyped: () => void,
): void {
  const about = useRef(target);
  about.current = target;
  useLayoutEffect(() => keepTyped, [keepTyped]);
  useLayoutEffect(
    () => () => {
      if (!own.current) return;
      releaseDraft(own.current);
      const left = { key: own.current, target: about.current };
      if (form.current) reportOrphaned(form.current, left, untouched.current);
    },
    [form, own, untouched],
  );
  useEffect(() => {
    const leave = () => {
      keepTyped();
      if (own.current) releaseDraft(own.current);
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [keepTyped, own]);
}

/**
 * Keeps what is typed into a form until it was sent, over reloads, each tab its own. What cannot be
 * kept – a secret, or a browser without storage – is asked about before the tab closes.
 */
export function useDraft({ target, form, seen, renewed, ...draft }: Options) {
  const [isDirty, setDirty] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { untouched, own, others, take: takeOther } = useOwnDraft({ ...draft, form });

  useEffect(() => {
    if (renewed > 0 && form.current) untouched.current = JSON.stringify(untouchedIn(form.current));
  }, [renewed, form, untouched]);

  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const key = own.current;
    if (!key || !form.current) return;
    const values = typedIn(form.current);
    const isSame = JSON.stringify(values) === untouched.current;
    if (isSame) dropDraft(key);
    const isKept = isSame || keepDraft(key, { values, seen });
    const secrets = [...form.current.querySelectorAll<HTMLInputElement>("[type=password]")];
    setDirty(!isKept || secrets.some(({ value }) => value !== ""));
  }, [form, seen, own, untouched]);

  const drop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setDirty(false);
    if (own.current) dropDraft(own.current);
  }, [own]);

  // Not what stands in the form when it was sent a moment ago: that may be what was refused before.
  const keepTyped = useCallback(() => {
    if (timer.current !== undefined) keep();
  }, [keep]);
  useLeaving(form, { own, untouched }, target, keepTyped);

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
  const take = useCallback(
    (kept: StoredDraft) => {
      keepTyped();
      takeOther(kept);
    },
    [keepTyped, takeOther],
  );
  return { later, drop, others, take };
}
