"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { FieldFrame, type Labelled, useField } from "./field.tsx";
import { useForm } from "./form.tsx";
import { LinesField } from "./lines-field.tsx";

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
  /** The end of the stored secret; `""`: only that there is one. */
  kept?: string | null;
};

/**
 * A secret is never sent to the browser: dots stand for the one that is there, which stays unless
 * something is typed.
 */
export function SecretField({ name, label, hint, path, aside, kept = null }: SecretProps) {
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
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
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
export function ListField({ path, initial = [], type = "text", placeholder, ...props }: ListProps) {
  const { name, label } = props;
  const { state } = useForm();
  const t = useTranslations("admin_kit.field");
  const before = state.values[name]?.filter((value) => value !== "") ?? initial;
  const within = `${path ?? name}.`;
  const errorOf = (index: number) => state.fields[`${within}${index}`];
  const [, inner] = Object.entries(state.fields).find(([key]) => key.startsWith(within)) ?? [];
  return (
    <LinesField
      {...props}
      initial={[...before, ""]}
      blank=""
      error={state.fields[path ?? name] ?? inner}
    >
      {(value, index) => (
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
      )}
    </LinesField>
  );
}
