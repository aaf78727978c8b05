"use client";
import { unstable_rethrow } from "next/navigation";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  startTransition,
  useActionState,
  useContext,
  useEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import { useTranslations } from "use-intl/react";
import type { FormAction } from "#lib/actions.ts";
import { EMPTY, type FormState } from "#lib/forms/state.ts";
import { toast } from "./toasts.ts";

type FormContext = { state: FormState; isPending: boolean };
const Context = createContext<FormContext>({ state: EMPTY, isPending: false });

export function useForm(): FormContext {
  return useContext(Context);
}

type Props = {
  action: FormAction;
  /** Names the record. */
  hidden?: Record<string, string | number>;
  id?: string;
  className?: string;
  children: ReactNode;
};

/**
 * A form that a server action answers. Sent by a script it keeps what was typed whatever happens,
 * even when the server is gone; without scripts it is a plain form.
 */
export function ActionForm({ action, hidden = {}, id, className, children }: Props) {
  const [rendered, submitPlainly] = useActionState(action, EMPTY);
  const [state, setState] = useState(rendered);
  const [isPending, startSending] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const t = useTranslations("admin.errors");

  useEffect(() => {
    if (!state.message) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    (invalid ?? form.current?.querySelector<HTMLElement>("[role=alert]"))?.focus();
  }, [state]);

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const { currentTarget } = event;
    const typed = new FormData(currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    startSending(async () => {
      const next = await action(EMPTY, typed).catch((error): FormState => {
        unstable_rethrow(error);
        return { ...EMPTY, message: t("unreachable") };
      });
      startTransition(() => setState({ ...next, done: null }));
      if (!next.done) return;
      currentTarget.reset();
      toast(next.done);
    });
  }

  return (
    <Context value={{ state, isPending }}>
      <form
        ref={form}
        id={id}
        className={className}
        action={submitPlainly}
        onSubmit={send}
        noValidate
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Message />
        {children}
      </form>
    </Context>
  );
}

function Message() {
  const { state } = useForm();
  if (state.done) {
    return (
      <p role="status" className="mb-4 border-line border-l-4 bg-raised px-3 py-2 font-medium">
        {state.done.text}
      </p>
    );
  }
  if (!state.message) return null;
  return (
    <p
      role="alert"
      tabIndex={-1}
      className="mb-4 border-major border-l-4 bg-panel px-3 py-2 font-medium"
    >
      {state.message}
    </p>
  );
}

type SubmitProps = {
  children: ReactNode;
  busy?: string;
  className?: string;
  name?: string;
  value?: string;
};

/** The one button of a form; a second click while it works does nothing. */
export function Submit({
  children,
  busy,
  className = "button button-primary",
  name,
  value,
}: SubmitProps) {
  const { isPending } = useForm();
  return (
    <button type="submit" className={className} aria-disabled={isPending} name={name} value={value}>
      {isPending ? (busy ?? children) : children}
    </button>
  );
}
