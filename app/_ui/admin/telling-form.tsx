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

/** A form whose action tells something once: a key, a link. It stays until the screen is left. */
export function TellingForm({ children, ...form }: Props) {
  const [told, setTold] = useState<Done["shown"]>();
  return (
    <>
      {told && (
        <div role="status" className="note mb-4">
          <CopyField label={told.label} value={told.value} later="" />
        </div>
      )}
      <ActionForm {...form} onDone={({ shown }) => setTold(shown)}>
        {children}
      </ActionForm>
    </>
  );
}
