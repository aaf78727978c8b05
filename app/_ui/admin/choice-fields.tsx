"use client";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { FieldError, FieldFrame, type Labelled, useField } from "./field.tsx";
import { useForm } from "./form.tsx";

export type Option = {
  value: string;
  label: string;
  hint?: string;
  icon?: ReactNode;
  /** `data-kind`, for CSS. */
  kind?: string;
};

type SelectProps = Labelled & { options: Option[]; initial?: string | null };

/** One of a few; of many, `ComboboxField` finds it by typing. */
export function SelectField({ name, label, hint, path, aside, options, initial }: SelectProps) {
  const { control, error } = useField(name, initial ?? "", path, hint);
  return (
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
      <span className="relative block">
        <select {...control} className="control appearance-none pr-8!">
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute inset-e-2.5 top-1/2 -translate-y-1/2 text-muted"
        />
      </span>
    </FieldFrame>
  );
}

type SwitchProps = Labelled & { initial?: boolean };

/** Yes or no. Sent as `false` or `true`: what a form does not have stays as it is. */
export function SwitchField({ name, label, hint, path = name, initial = false }: SwitchProps) {
  const id = useId();
  const { state } = useForm();
  const typed = state.values[name]?.at(-1);
  const error = state.fields[path];
  return (
    <div className="flex items-start gap-3">
      <input type="hidden" name={name} value="false" />
      <input
        id={id}
        type="checkbox"
        name={name}
        value="true"
        defaultChecked={typed === undefined ? initial : typed === "true"}
        aria-invalid={error ? true : undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="switch mt-0.5 touch:mt-1.5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium touch:py-1">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
        <FieldError id={id}>{error}</FieldError>
      </div>
    </div>
  );
}

type CardsProps = Omit<Labelled, "aside"> & {
  options: Option[];
  initial?: string;
  /** Beside each other on a wide screen. */
  columns?: 1 | 2 | 3;
};

const COLUMNS = { 1: "", 2: "sm:grid-cols-2", 3: "sm:grid-cols-3" };

/** One of a few that need a word of explanation. */
export function RadioCards(props: CardsProps) {
  const { name, label, hint, path = name, options, initial, columns = 1 } = props;
  const id = useId();
  const { state } = useForm();
  const chosen = state.values[name]?.at(-1) ?? initial;
  const error = state.fields[path];
  const plain = columns > 1 && options.every((option) => !option.hint);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && <p className="mb-1.5 text-muted text-sm">{hint}</p>}
      <div className={`grid gap-2 ${plain ? "max-sm:grid-cols-2" : ""} ${COLUMNS[columns]}`}>
        {options.map((option) => (
          <label key={option.value} className="choice items-start!">
            <input
              type="radio"
              name={name}
              value={option.value}
              data-kind={option.kind}
              defaultChecked={option.value === chosen}
              className="sr-only"
            />
            {option.icon && <span className="mt-0.5">{option.icon}</span>}
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              {option.hint && <span className="block text-muted text-sm">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}

type ChecksProps = Omit<Labelled, "aside"> & { options: Option[]; initial?: readonly string[] };

/** Any number of a few; `listIn` reads them. */
export function CheckCards(props: ChecksProps) {
  const { name, label, hint, path = name, options, initial = [] } = props;
  const id = useId();
  const { state } = useForm();
  const chosen = state.values[name] ?? initial;
  const error = state.fields[path];
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      {hint && <p className="mb-1.5 text-muted text-sm">{hint}</p>}
      <input type="hidden" name={name} value="" />
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="choice items-center!">
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              className="size-4"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}
