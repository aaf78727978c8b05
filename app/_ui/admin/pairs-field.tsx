"use client";
import { useTranslations } from "use-intl/react";
import type { Labelled } from "./field.tsx";
import { useForm } from "./form.tsx";
import { LinesField } from "./lines-field.tsx";

type Pair = { key: string; value: string };
type Props = Omit<Labelled, "aside"> & {
  initial?: readonly Pair[];
  labels: { key: string; value: string };
  add: string;
};

/** Names with a value each, such as headers; `pairsIn` reads them. */
export function PairsField({ path, initial = [], labels, ...props }: Props) {
  const { name } = props;
  const { state } = useForm();
  const t = useTranslations("admin_kit.field");
  const values = state.values[`${name}.value`] ?? [];
  const typed = state.values[`${name}.key`];
  const before = typed?.map((key, index) => ({ key, value: values[index] ?? "" }));
  const within = `${path ?? name}.`;
  const errorOf = (index: number, part: keyof Pair) => state.fields[`${within}${index}.${part}`];
  const [, inner] = Object.entries(state.fields).find(([key]) => key.startsWith(within)) ?? [];
  return (
    <LinesField
      {...props}
      initial={before ?? initial}
      blank={{ key: "", value: "" }}
      error={state.fields[path ?? name] ?? inner}
    >
      {(pair, index) =>
        (["key", "value"] as const).map((part) => (
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
        ))
      }
    </LinesField>
  );
}
