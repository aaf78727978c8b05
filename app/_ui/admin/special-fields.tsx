"use client";
import { Plus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FieldError, FieldFrame, type Labelled, useField } from "./field.tsx";
import { useForm } from "./form.tsx";

type ColourProps = Labelled & { initial?: string | null };

/** A colour as `#rrggbb`, chosen or typed. */
export function ColourField({ name, label, hint, path, aside, initial }: ColourProps) {
  const { control, error } = useField(name, initial ?? "", path, hint);
  const [colour, setColour] = useState(control.defaultValue);
  const t = useTranslations("admin_kit.field");
  return (
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
      <span className="flex items-center gap-2">
        <input
          type="color"
          aria-label={t("choose_colour", { label })}
          value={/^#[\da-f]{6}$/i.test(colour) ? colour : "#000000"}
          onChange={(event) => setColour(event.target.value)}
          className="size-9 shrink-0 rounded-md border border-edge bg-raised p-0.5 touch:size-11 noscript:hidden"
        />
        <input
          {...control}
          defaultValue={undefined}
          value={colour}
          onChange={(event) => setColour(event.target.value)}
          placeholder="#0a5aa8"
          autoComplete="off"
          spellCheck={false}
          className="control max-w-32 font-mono"
        />
      </span>
    </FieldFrame>
  );
}

type SecretProps = Labelled & {
  /** What may be shown of the secret that is there: its end; `""`: that it is there. */
  kept?: string | null;
};

/**
 * A secret is never sent to the browser: dots stand for the one that is there, which stays unless
 * something is typed.
 */
export function SecretField({ name, label, hint, path, kept = null }: SecretProps) {
  const { control, error } = useField(name, "", path, hint);
  const [isReplaced, setReplaced] = useState(kept === null);
  const t = useTranslations("admin_kit.field");
  if (!isReplaced && error !== undefined) setReplaced(true);
  if (!isReplaced)
    return (
      <div>
        <p className="mb-1 font-medium">{label}</p>
        <p className="flex items-center gap-2">
          <span className="control flex items-center text-muted" aria-hidden="true">
            ••••••••{kept}
          </span>
          <span className="sr-only">{t("secret_set", { end: kept ?? "" })}</span>
          <button type="button" className="button" onClick={() => setReplaced(true)}>
            {t("secret_replace")}
          </button>
        </p>
        {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      </div>
    );
  return (
    <FieldFrame id={control.id} {...{ label, hint, error }}>
      <input type="hidden" name={`${name}.secret`} value="" data-target="" />
      <input
        {...control}
        defaultValue=""
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        className="control font-mono"
      />
    </FieldFrame>
  );
}

type ListProps = Omit<Labelled, "aside"> & {
  initial?: readonly string[];
  type?: "text" | "email" | "url";
  placeholder?: string;
  add: string;
};

/** Texts of which there can be any number: a line each. */
export function ListField(props: ListProps) {
  const { name, label, hint, path = name, initial = [], add, type = "text", placeholder } = props;
  const id = useId();
  const { state } = useForm();
  const t = useTranslations("admin_kit.field");
  const before = state.values[name]?.filter((value) => value !== "") ?? initial;
  const [lines, setLines] = useState(() => [...before, ""].map((value, key) => ({ key, value })));
  const last = useRef(lines.length);
  const errorOf = (index: number) => state.fields[`${path}.${index}`];
  const error = state.fields[path] ?? lines.map((_, index) => errorOf(index)).find(Boolean);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      <input type="hidden" name={name} value="" />
      <ul className="space-y-1.5">
        {lines.map(({ key, value }, index) => (
          <li key={key} className="flex gap-1.5">
            <input
              type={type}
              name={name}
              defaultValue={value}
              placeholder={placeholder}
              aria-label={t("line", { label, number: index + 1 })}
              aria-invalid={errorOf(index) ? true : undefined}
              autoComplete="off"
              className="control"
            />
            <button
              type="button"
              aria-label={t("remove_line", { number: index + 1 })}
              onClick={() => setLines(lines.filter((line) => line.key !== key))}
              className="icon-button noscript:hidden"
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          setLines([...lines, { key: last.current, value: "" }]);
          last.current += 1;
        }}
        className="button button-quiet mt-1 px-1! noscript:hidden"
      >
        <Plus size={16} aria-hidden /> {add}
      </button>
      {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}
