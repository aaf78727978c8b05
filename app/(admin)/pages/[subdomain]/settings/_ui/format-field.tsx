"use client";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { FieldFrame, type Labelled, useField } from "#app/_ui/admin/field.tsx";
import { ofDay, strftime } from "#lib/site/words/strftime.ts";

type Props = Labelled & {
  initial: string;
  of: "date" | "time";
  presets: { value: string; example: string }[];
  presetsLabel: string;
  /** The moment of the example, in milliseconds. */
  now: number;
  zone: string;
  tag: string;
};

/** Nothing where the browser lacks what a letter takes. */
function exampleOf(format: string, { of, now, zone, tag }: Props): string {
  const shown = of === "date" ? ofDay(format) : format;
  try {
    return shown ? strftime(shown, new Date(now), zone, tag) : "";
  } catch {
    return "";
  }
}

/** A strftime format: one of a list, or typed; beside it what it comes to. */
export function FormatField(props: Props) {
  const { name, label, hint, path, presets, presetsLabel, initial } = props;
  const { control, error } = useField(name, initial, path, hint);
  const join = useTranslations("joined");
  const [format, setFormat] = useState(control.defaultValue);
  const preset = presets.find(({ value }) => value === format);
  const aside = <output>{preset?.example ?? exampleOf(format, props)}</output>;
  return (
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
      <span className="flex flex-wrap gap-2">
        <input
          {...control}
          defaultValue={undefined}
          value={format}
          onChange={(event) => setFormat(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          className="control min-w-40 flex-1 font-mono"
        />
        <select
          aria-label={join("label", { label, value: presetsLabel })}
          value={preset ? format : "custom"}
          onChange={(event) => setFormat(event.target.value)}
          className="control min-w-40 flex-1 noscript:hidden"
        >
          {!preset && (
            <option value="custom" disabled>
              {presetsLabel}
            </option>
          )}
          {presets.map(({ value, example }) => (
            <option key={value} value={value}>
              {example}
            </option>
          ))}
        </select>
      </span>
    </FieldFrame>
  );
}
