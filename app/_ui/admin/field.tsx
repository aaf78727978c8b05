"use client";
import { type ReactNode, useId } from "react";
import { useForm } from "./form.tsx";

/**
 * What ties a control to its form: what was typed before, and the error with the attributes that
 * point to it.
 */
export function useField(name: string, initial = "", path = name) {
  const id = useId();
  const { state } = useForm();
  const error = state.fields[path];
  const control = {
    id,
    name,
    defaultValue: state.values[name]?.[0] ?? initial,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  };
  return { control, error };
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={`${id}-error`} className="mt-1 text-major text-sm">
      {children}
    </p>
  );
}

type Props = {
  name: string;
  label: string;
  hint?: string;
  type?: "text" | "email" | "password" | "datetime-local";
  initial?: string;
  autoComplete?: string;
  inputMode?: "numeric";
  required?: boolean;
};

export function Field({ name, label, hint, type = "text", initial, ...rest }: Props) {
  const { control, error } = useField(name, initial);
  const withSeconds =
    type === "datetime-local" && control.defaultValue.length > "2026-11-20T14:02".length;
  return (
    <div>
      <label htmlFor={control.id} className="mb-1 block font-medium">
        {label}
      </label>
      {hint && <p className="mb-1 text-muted text-sm">{hint}</p>}
      <input
        {...control}
        {...rest}
        type={type}
        step={withSeconds ? 1 : undefined}
        className="control"
      />
      <FieldError id={control.id}>{error}</FieldError>
    </div>
  );
}
