"use client";
import {
  createContext,
  type FormEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useRef,
} from "react";
import type { FormAction } from "#lib/api/actions.ts";
import { type Done, EMPTY, type FormState } from "#lib/core/forms/state.ts";
import { Message } from "./form-message.tsx";
import { useSending } from "./use-form.ts";
import { useRefresh } from "./use-refresh.ts";

type FormContext = { state: FormState; isPending: boolean };
const Context = createContext<FormContext>({ state: EMPTY, isPending: false });

export function useForm(): FormContext {
  return useContext(Context);
}

/** Ctrl and Enter, or ⌘ and Enter, press the first button that sends. */
function sendByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("button[type=submit]")?.click();
}

type Props = {
  action: FormAction;
  /** Names the record. */
  hidden?: Record<string, string | number>;
  /** `fieldMarks` the record: a change that came between is then shown, not overwritten. */
  seen?: string;
  /** Keeps what is typed, under the record's name: `acme/services/12`. */
  draft?: string;
  id?: string;
  className?: string;
  children: ReactNode;
  onDone?: (done: Done) => void;
};

/**
 * A form that a server action answers. Sent by a script it keeps what was typed whatever happens:
 * an error, a server that is gone, a session that ended, a colleague's change, a closed tab;
 * without scripts it is a plain form.
 */
export function ActionForm(props: Props) {
  const { action, hidden = {}, seen, draft, id, className, children, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  const refresh = useRefresh();
  const sending = useSending(form, action, { name: draft, target: hidden, seen });
  const { state, isPending, seenNow, restoredAt, shown, later, startAnew } = sending;

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    sending.send((event.nativeEvent as SubmitEvent).submitter, onDone);
  }
  return (
    <Context value={{ state, isPending }}>
      <form
        ref={form}
        id={id}
        className={className}
        action={sending.submitPlainly}
        onSubmit={submit}
        onInput={later}
        onChange={later}
        onKeyDown={sendByKeys}
        noValidate
      >
        {Object.entries({ ...hidden, ...(seenNow && { seen: seenNow }) }).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} data-target="" />
        ))}
        <Message
          state={state}
          restoredAt={restoredAt}
          others={sending.others}
          onTake={sending.take}
          onAgain={(seenThen) => sending.sendAgain(seenThen ?? null, onDone)}
          onDiscard={() => {
            startAnew();
            void refresh();
          }}
        />
        <Fragment key={shown}>{children}</Fragment>
      </form>
    </Context>
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
