"use client";
import { useId } from "react";
import { FieldError } from "./field.tsx";
import { useForm } from "./form.tsx";

type Props = {
  name: string;
  label: string;
  hint?: string;
  options: { value: string; label: string; hint?: string }[];
  chosen?: readonly string[];
  columns?: 1 | 2;
};

const FEW = 12;

/** Any number of a few. `listIn` reads it, of ids `idsIn`. */
export function ChecksField({ name, label, hint, options, chosen = [], columns = 1 }: Props) {
  const id = useId();
  const { state } = useForm();
  const before = state.values[name]?.filter(Boolean) ?? chosen;
  const error = state.fields[name];
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={described || undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
      <input type="hidden" name={name} value="" />
      <ul
        className={`${options.length > FEW ? "max-h-72 overflow-y-auto" : ""} ${columns === 2 ? "grid gap-x-4 sm:grid-cols-2" : ""}`}
      >
        {options.map((option, index) => (
          <li key={option.value}>
            <label className="flex min-h-8 items-center gap-2 touch:min-h-11">
              <input
                type="checkbox"
                name={name}
                value={option.value}
                defaultChecked={before.includes(option.value)}
                aria-invalid={error && index === 0 ? true : undefined}
                className="size-4 shrink-0"
              />
              <span className="wrap-anywhere min-w-0">{option.label}</span>
              {option.hint && <span className="text-muted text-sm">{option.hint}</span>}
            </label>
          </li>
        ))}
      </ul>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}
