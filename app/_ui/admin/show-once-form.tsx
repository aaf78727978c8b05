"use client";
import { type ReactNode, useState } from "react";
import type { FormAction } from "#lib/api/actions.ts";
import type { Done } from "#lib/core/forms/state.ts";
import { CopyField } from "./copy-field.tsx";
import { ActionForm } from "./form.tsx";

type Props = {
  action: FormAction;
  hidden: Record<string, string | number>;
  children: ReactNode;
  className?: string;
};

/** A form whose action shows a key or a link once; it stays until the screen is left. */
export function ShowOnceForm({ children, ...form }: Props) {
  const [shown, setShown] = useState<Done["shown"]>();
  return (
    <>
      {shown && (
        <div role="status" className="note mb-4">
          <CopyField label={shown.label} value={shown.value} later="" />
        </div>
      )}
      <ActionForm {...form} onDone={(done) => setShown(done.shown)}>
        {children}
      </ActionForm>
    </>
  );
}
