"use client";
import { type ReactNode, useId } from "react";
import { useForm } from "./form.tsx";

/**
 * Ties a control to its form: the value typed before, and the hint and error with the attributes
 * that point to them.
 */
export function useField(name: string, initial = "", path = name, hint?: ReactNode) {
  const id = useId();
  const { state } = useForm();
  const error = state.fields[path] ?? state.fields[`${name}.typed`];
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const control = {
    id,
    name,
    defaultValue: state.values[name]?.at(-1) ?? initial,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
  };
  return { control, error };
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={`${id}-error`} className="wrap-anywhere mt-1 text-major text-sm">
      {children}
    </p>
  );
}

type FrameProps = {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  /** Said of the field beside its label. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A label, its control, what helps to fill it in, and what is wrong with it. */
export function FieldFrame({ id, label, hint, error, aside, children }: FrameProps) {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside && <span className="text-muted text-sm">{aside}</span>}
      </div>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

export type Labelled = {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Where the schema has this field, if not under its name. */
  path?: string;
  aside?: ReactNode;
};

type Props = Labelled & {
  type?: "text" | "email" | "password" | "url" | "datetime-local" | "date";
  initial?: string;
  autoComplete?: string;
  inputMode?: "numeric" | "decimal";
  placeholder?: string;
  required?: boolean;
  autoFocus?: boolean;
  /** A phone's keyboard corrects nothing and begins with a small letter. */
  isVerbatim?: boolean;
};

const VERBATIM = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false };

/** One line of text; a `datetime-local` means the form's `time_zone`. */
export function Field(props: Props) {
  const { name, label, hint, path, aside, type = "text", initial, isVerbatim, ...rest } = props;
  const { control, error } = useField(name, initial, path, hint);
  const withSeconds =
    type === "datetime-local" && control.defaultValue.length > "2026-11-20T14:02".length;
  return (
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
      <input
        autoComplete="off"
        {...control}
        {...rest}
        {...(isVerbatim && VERBATIM)}
        type={type}
        step={withSeconds ? 1 : undefined}
        className="control"
      />
    </FieldFrame>
  );
}

type AreaProps = Labelled & { initial?: string; rows?: number; isCode?: boolean };

/** Text of several lines; it grows with what is typed. */
export function AreaField(props: AreaProps) {
  const { name, label, hint, path, aside, initial, rows = 3, isCode = false } = props;
  const { control, error } = useField(name, initial, path, hint);
  const font = isCode ? "font-mono text-sm" : "";
  return (
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
      <textarea
        {...control}
        rows={rows}
        spellCheck={!isCode}
        className={`control field-sizing-content max-h-96 ${font}`}
      />
    </FieldFrame>
  );
}

type NumberProps = Labelled & {
  initial?: number | null;
  min?: number;
  max?: number;
  step?: number | "any";
  unit?: string;
};

export function NumberField(props: NumberProps) {
  const { name, label, hint, path, aside, initial, unit, ...limits } = props;
  const { control, error } = useField(name, initial?.toString(), path, hint);
  return (
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
      <span className="flex items-center gap-2">
        <input {...control} {...limits} type="number" className="control max-w-36" />
        {unit && <span className="text-muted">{unit}</span>}
      </span>
    </FieldFrame>
  );
}
