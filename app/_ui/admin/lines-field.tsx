"use client";
import { Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FieldError, type Labelled } from "./field.tsx";

type Props<Value> = Omit<Labelled, "aside" | "path"> & {
  initial: readonly Value[];
  blank: Value;
  add: string;
  /** The error of all of it, or of one of its lines. */
  error: string | undefined;
  children: (value: Value, index: number) => ReactNode;
};

/** Any number of lines of something; the focus follows what is added or removed. */
export function LinesField<Value>(props: Props<Value>) {
  const { name, label, hint, initial, blank, add, error, children } = props;
  const id = useId();
  const t = useTranslations("admin_kit.field");
  const [lines, setLines] = useState(() => initial.map((value, key) => ({ key, value })));
  const next = useRef(initial.length);
  const list = useRef<HTMLUListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (isAdded.current && lines.length > 0)
      list.current
        ?.querySelector<HTMLElement>(":scope > li:last-child input:not([type=hidden])")
        ?.focus();
    isAdded.current = false;
  }, [lines]);

  function append(): void {
    isAdded.current = true;
    setLines([...lines, { key: next.current, value: blank }]);
    next.current += 1;
  }
  function remove(key: number): void {
    setLines(lines.filter((line) => line.key !== key));
    adding.current?.focus();
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      <input type="hidden" name={name} value="" />
      <ul ref={list} className="space-y-1.5">
        {lines.map(({ key, value }, index) => (
          <li key={key} className="flex items-start gap-1.5">
            {children(value, index)}
            <button
              type="button"
              aria-label={t("remove_line", { number: index + 1 })}
              onClick={() => remove(key)}
              className="icon-button shrink-0 noscript:hidden"
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <button
        ref={adding}
        type="button"
        onClick={append}
        className="button button-quiet mt-1 px-1! noscript:hidden"
      >
        <Plus size={16} aria-hidden /> {add}
      </button>
      {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}
