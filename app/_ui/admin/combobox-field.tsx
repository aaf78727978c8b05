"use client";
import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Option, SelectField } from "./choice-fields.tsx";
import { FieldFrame, type Labelled, useField } from "./field.tsx";
import { opening } from "./trigger.ts";

const load = () => import("./combobox-parts.tsx");
const Choices = dynamic(() => load().then((parts) => parts.Choices), { ssr: false });

const FEW = 12;

type Props = Labelled & { options: Option[]; initial?: string | null };

/**
 * One of many, found by typing; of a few, or without scripts, a plain select. An option's hint tells
 * it from others of the same name.
 */
export function ComboboxField(props: Props) {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  if (props.options.length <= FEW || !isScripted) return <SelectField {...props} />;
  return <Combobox {...props} />;
}

function Combobox({ name, label, hint, path, aside, options, initial }: Props) {
  const { control, error } = useField(name, initial ?? "", path, hint);
  const { defaultValue, ...rest } = control;
  const join = useTranslations("joined");
  const [value, setValue] = useState(defaultValue);
  const [isLoaded, setLoaded] = useState(false);
  const chosen = options.find((option) => option.value === value);
  const trigger = (
    <button
      {...rest}
      name={undefined}
      type="button"
      aria-label={join("label", { label, value: chosen?.label.trim() ?? "" })}
      className="control flex items-center gap-2 text-start"
    >
      <span className="min-w-0 grow truncate">{chosen?.label.trim()}</span>
      {chosen?.hint && <span className="truncate text-muted text-sm">{chosen.hint}</span>}
      <ChevronDown size={16} aria-hidden className="shrink-0 text-muted" />
    </button>
  );
  return (
    <FieldFrame id={control.id} {...{ label, hint, error, aside }}>
      <input type="hidden" name={name} value={value} />
      {isLoaded ? (
        <Choices {...{ options, trigger, label, chosen, onChoose: setValue }} />
      ) : (
        opening(trigger, {
          role: "combobox",
          "aria-expanded": false,
          "aria-haspopup": "listbox",
          onPointerEnter: load,
          onFocus: load,
          onClick: () => void load().then(() => setLoaded(true)),
        })
      )}
    </FieldFrame>
  );
}
