"use client";
import { Plus, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FieldError, type Labelled } from "./field.tsx";
import { useForm } from "./form.tsx";

type Pair = { key: string; value: string };
type Props = Omit<Labelled, "aside"> & {
  initial?: readonly Pair[];
  labels: { key: string; value: string };
  add: string;
};

/** Names with a value each, such as headers; `pairsIn` reads them. */
export function PairsField({ name, label, hint, path = name, initial = [], labels, add }: Props) {
  const id = useId();
  const { state } = useForm();
  const t = useTranslations("admin_kit.field");
  const typed = state.values[`${name}.key`];
  const values = state.values[`${name}.value`] ?? [];
  const before = typed?.map((key, index) => ({ key, value: values[index] ?? "" })) ?? initial;
  const [lines, setLines] = useState(() => before.map((pair, line) => ({ line, ...pair })));
  const next = useRef(before.length);
  const errorOf = (index: number, part: keyof Pair) => state.fields[`${path}.${index}.${part}`];
  const all = lines.flatMap((_, index) => [errorOf(index, "key"), errorOf(index, "value")]);
  const error = state.fields[path] ?? all.find(Boolean);
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      <input type="hidden" name={name} value="" />
      <ul className="space-y-1.5">
        {lines.map(({ line, ...pair }, index) => (
          <li key={line} className="flex gap-1.5">
            {(["key", "value"] as const).map((part) => (
              <input
                key={part}
                name={`${name}.${part}`}
                defaultValue={pair[part]}
                placeholder={labels[part]}
                aria-label={t("line", { label: labels[part], number: index + 1 })}
                aria-invalid={errorOf(index, part) ? true : undefined}
                autoComplete="off"
                spellCheck={false}
                className="control font-mono text-sm"
              />
            ))}
            <button
              type="button"
              aria-label={t("remove_line", { number: index + 1 })}
              onClick={() => setLines(lines.filter((other) => other.line !== line))}
              className="icon-button shrink-0"
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          setLines([...lines, { line: next.current, key: "", value: "" }]);
          next.current += 1;
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
