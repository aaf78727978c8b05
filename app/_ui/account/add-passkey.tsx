"use client";
import { startRegistration } from "@simplewebauthn/browser";
import { type SubmitEvent, useRef, useState } from "react";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { addPasskeyAction, passkeyCreationAction } from "./actions.ts";
import { usePasskeys } from "./use-passkeys.ts";

type Text = "name" | "hint" | "default_name" | "add" | "failed" | "known" | "unavailable";
type Texts = Record<Text, string>;

/** Makes the browser create a passkey before the form with its name is sent. */
export function AddPasskey({ hidden, texts }: { hidden: Record<string, string>; texts: Texts }) {
  const [problem, setProblem] = useState("");
  const credential = useRef<HTMLInputElement>(null);
  const isMaking = useRef(false);
  const canDo = usePasskeys(true);

  async function make(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    isMaking.current = true;
    setProblem("");
    try {
      const optionsJSON = await passkeyCreationAction({}, {});
      if (!optionsJSON) throw new Error("signed out");
      const made = await startRegistration({ optionsJSON });
      if (credential.current) credential.current.value = JSON.stringify(made);
      form.requestSubmit(submitter);
    } catch (error) {
      const isKnown = error instanceof Error && error.name === "InvalidStateError";
      setProblem(isKnown ? texts.known : texts.failed);
    } finally {
      isMaking.current = false;
    }
  }

  function beforeSubmit(event: SubmitEvent<HTMLDivElement>): void {
    if (credential.current?.value) {
      // It is good once.
      queueMicrotask(() => {
        if (credential.current) credential.current.value = "";
      });
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    if (!isMaking.current) void make(event.target as HTMLFormElement, submitter);
  }

  if (!canDo) return <p>{texts.unavailable}</p>;
  return (
    <div onSubmitCapture={beforeSubmit}>
      <ActionForm action={addPasskeyAction} hidden={hidden} className="space-y-4">
        <input ref={credential} type="hidden" name="credential" />
        <Field name="name" label={texts.name} hint={texts.hint} initial={texts.default_name} />
        <Submit className="button">{texts.add}</Submit>
        <p role="alert" className="text-sm empty:hidden">
          {problem}
        </p>
      </ActionForm>
    </div>
  );
}
