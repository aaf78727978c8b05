"use client";
import { Search } from "lucide-react";
import { useState } from "react";
import { announce } from "#app/_ui/admin/live.tsx";

type Props = { label: string; none: string };

function narrow(wanted: string): number {
  const words = wanted.toLowerCase().split(/\s+/);
  let shown = 0;
  for (const section of document.querySelectorAll<HTMLElement>("[data-section]")) {
    const fields = [...section.querySelectorAll<HTMLElement>("[data-setting]")];
    const fits = (field: HTMLElement) =>
      words.every((word) => field.dataset.setting?.includes(word));
    for (const field of fields) field.hidden = !fits(field);
    const here = fields.filter((field) => !field.hidden).length;
    section.hidden = wanted !== "" && here === 0;
    shown += here;
  }
  return shown;
}

/** Leaves of all settings those whose name or explanation has what is typed. */
export function FindSetting({ label, none }: Props) {
  const [isNone, setNone] = useState(false);

  function find(wanted: string): void {
    const isEmpty = narrow(wanted.trim()) === 0;
    setNone(isEmpty);
    if (isEmpty) announce(none);
  }
  return (
    <div className="mb-4 noscript:hidden">
      <label className="relative block max-w-sm">
        <span className="sr-only">{label}</span>
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute inset-s-2.5 top-1/2 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          placeholder={label}
          onInput={(event) => find(event.currentTarget.value)}
          className="control ps-8!"
        />
      </label>
      {isNone && <p className="mt-3 text-muted">{none}</p>}
    </div>
  );
}
