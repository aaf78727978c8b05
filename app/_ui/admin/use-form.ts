"use client";
import {
  type RefObject,
  startTransition,
  useActionState,
  useCallback,
  useEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import type { FormAction } from "#lib/api/actions.ts";
import { type Done, EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { type Draft, typedIn, untouchedIn } from "./drafts.ts";
import { useFailed } from "./failure.ts";
import { rememberSent } from "./last-sent.ts";
import { toast } from "./toasts.ts";
import { useDraft } from "./use-draft.ts";

type Form = RefObject<HTMLFormElement | null>;

type FormIdentity = { name?: string; target: Record<string, string | number>; seen?: string };

/** A form shows the server's answer, or values that were typed before and not sent. */
function useShown(
  form: Form,
  rendered: FormState,
  { name, target, seen: shownSeen }: FormIdentity,
) {
  const [state, setState] = useState(rendered);
  const [seen, setSeen] = useState<string | null>(null);
  const [seenFirst, setSeenFirst] = useState<string | null>(null);
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const [version, setVersion] = useState(0);
  const renewed = useRenewed(shownSeen, seen !== null || seenFirst !== null);
  const show = useCallback((next: FormState, seen: string | null, typed_at: number | null) => {
    setState(next);
    setSeen(seen);
    setRestoredAt(typed_at);
    setVersion((before) => before + 1);
  }, []);
  const restore = useCallback(
    ({ values, seen, typed_at }: Draft) => show({ ...EMPTY, values }, seen, typed_at),
    [show],
  );
  // A screen that refreshes itself must not hide from who has begun to type what came between.
  const seenNow = seen ?? seenFirst ?? shownSeen ?? null;
  const {
    later: keepLater,
    drop,
    ...drafts
  } = useDraft({
    name,
    target,
    form,
    seen: seenNow,
    renewed,
    restore,
  });
  const later = useCallback(() => {
    setSeenFirst((before) => before ?? shownSeen ?? null);
    keepLater();
  }, [keepLater, shownSeen]);
  useTypedBefore(form, later);
  const startAnew = useCallback(() => {
    drop();
    setSeenFirst(null);
    show(EMPTY, null, null);
  }, [drop, show]);

  useEffect(() => {
    if (!state.message) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (invalid ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [form, state]);
  const shown = `${version}.${renewed}`;
  const shows = { state, setState, seenNow, setSeen, restoredAt, shown };
  return { ...shows, ...drafts, later, drop, startAnew };
}

/**
 * How often the record changed while nobody had begun to type: the fields then show it anew.
 */
function useRenewed(seen: string | undefined, isTouched: boolean): number {
  const [last, setLast] = useState({ seen, count: 0 });
  if (last.seen === seen) return last.count;
  const next = { seen, count: last.count + (isTouched ? 0 : 1) };
  setLast(next);
  return next.count;
}

/** Text typed before the form's scripts ran counts as typed, too. */
function useTypedBefore(form: Form, onTyped: () => void): void {
  const isKnown = useRef(false);
  useEffect(() => {
    if (isKnown.current || !form.current) return;
    isKnown.current = true;
    const [typed, untouched] = [typedIn(form.current), untouchedIn(form.current)];
    if (JSON.stringify(typed) !== JSON.stringify(untouched)) onTyped();
  }, [form, onTyped]);
}

const isRedirect = (error: unknown) => String(Object(error).digest).startsWith("NEXT_REDIRECT");

/** Sends a form by a script; what was typed stays until the server says that it has it. */
export function useSending(form: Form, action: FormAction, kept: FormIdentity) {
  const [rendered, submitPlainly] = useActionState(action, EMPTY);
  const shown = useShown(form, rendered, kept);
  const { setState, setSeen, seenNow, drop, startAnew } = shown;
  const [isPending, startSending] = useTransition();
  const submitter = useRef<HTMLElement | null>(null);
  const failed = useFailed();

  async function deliver(typed: FormData, onDone?: (done: Done) => void): Promise<void> {
    const next = await action(EMPTY, typed).catch((error): FormState => {
      if (isRedirect(error)) drop();
      return failed(error, kept.name !== undefined);
    });
    startTransition(() => setState({ ...next, done: null }));
    if (!next.done) return;
    // The fields are made anew together with what the server sent: before, they would show the old.
    startTransition(startAnew);
    toast(next.done);
    onDone?.(next.done);
  }
  function send(by: HTMLElement | null, onDone?: (done: Done) => void): void {
    if (isPending || !form.current) return;
    submitter.current = by;
    rememberSent(form.current, by);
    const typed = new FormData(form.current, by);
    startSending(() => deliver(typed, onDone));
  }
  function sendAgain(seenThen: string | null, onDone?: (done: Done) => void): void {
    if (!form.current) return;
    const typed = new FormData(form.current, submitter.current);
    const next = seenThen ?? seenNow;
    if (next) typed.set("seen", next);
    setSeen(next);
    startSending(() => deliver(typed, onDone));
  }
  return { ...shown, isPending, submitPlainly, send, sendAgain };
}
