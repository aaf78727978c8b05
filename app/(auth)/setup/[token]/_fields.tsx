"use client";
import { useForm } from "#app/_ui/admin/form.tsx";

type PublishProps = { legend: string; draft: string; now: string };

/** Whether the page is published at once. */
export function PublishField({ legend, draft, now }: PublishProps) {
  const { state } = useForm();
  const chosen = state.values.publish?.[0] ?? "later";
  const choices = [
    ["later", draft],
    ["now", now],
  ] as const;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value} className="flex min-h-11 items-center gap-2">
          <input type="radio" name="publish" value={value} defaultChecked={value === chosen} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
