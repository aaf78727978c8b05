"use client";
import { type FormEvent, useEffect, useRef } from "react";
import { SecretField } from "#app/_ui/admin/special-fields.tsx";
import { recognise } from "#app/(admin)/pages/[subdomain]/integrations/_recognise.ts";

/** Secrets on their way from where they were pasted to their form: in this tab's memory alone. */
let carried: Record<string, string> = {};

type Props = { label: string; hint: string };

/** Takes a key, token or address; as soon as it is known, the form of its kind opens. */
export function PasteField({ label, hint }: Props) {
  function look({ target }: FormEvent): void {
    if (!(target instanceof HTMLInputElement)) return;
    const found = recognise(target.value);
    if (!found) return;
    carried = "kind" in found ? { ...found.secrets } : {};
    target.form?.requestSubmit();
  }
  return (
    <div onInput={look}>
      <SecretField name="pasted" label={label} hint={hint} />
    </div>
  );
}

/** Fills the form with the secrets that were pasted before it opened. */
export function FillPasted() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    for (const [name, value] of Object.entries(carried)) {
      const field = form?.elements.namedItem(name);
      if (!(field instanceof HTMLInputElement)) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    carried = {};
  }, []);
  return <span ref={place} hidden />;
}
