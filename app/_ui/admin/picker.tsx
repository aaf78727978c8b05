"use client";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FieldError } from "./field.tsx";
import { useForm } from "./form.tsx";
import { useRoving } from "./use-roving.ts";

/** Something to choose; with `parent_id` and `depth` in the order of a tree. */
export type Pickable = {
  id: number;
  name: string;
  parent_id?: number | null;
  depth?: number;
  note?: ReactNode;
};

type Props = {
  items: Pickable[];
  chosen: number[];
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  texts: { search: string; none: string; count: (count: number) => string };
};

const SEARCH_FROM = 8;

/** The ids of what fits the query, with everything above it. */
function fitting(items: Pickable[], query: string): Set<number> {
  const wanted = query.trim().toLowerCase();
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = new Set<number>();
  for (const item of items.filter(({ name }) => name.toLowerCase().includes(wanted))) {
    let at: Pickable | undefined = item;
    while (at && !shown.has(at.id)) {
      shown.add(at.id);
      at = at.parent_id == null ? undefined : byId.get(at.parent_id);
    }
  }
  return shown;
}

function showFirstChosen(list: HTMLElement | null): void {
  const row = list?.querySelector(":checked")?.closest("li");
  if (list && row) list.scrollTop = row.offsetTop - list.clientHeight / 3;
}

/**
 * Any number of many, as checkboxes that can be searched; what is hidden by a search stays chosen.
 * `idsIn` reads it.
 */
export function Picker({ items, chosen, name, label, hint, texts }: Props) {
  const id = useId();
  const { state } = useForm();
  const error = state.fields[name];
  const before = new Set(state.values[name]?.filter(Boolean).map(Number) ?? chosen);
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(before.size);
  const shown = fitting(items, query);
  const list = useRef<HTMLUListElement>(null);
  const rove = useRoving(list, query);
  useEffect(() => showFirstChosen(list.current), []);
  return (
    <fieldset
      onChange={({ currentTarget }) =>
        setCount(currentTarget.querySelectorAll("[type=checkbox]:checked").length)
      }
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 font-medium">
        {label} <span className="font-normal text-muted text-sm">{texts.count(count)}</span>
      </legend>
      <input type="hidden" name={name} value="" />
      <div
        className={`overflow-hidden rounded-md border bg-raised ${error ? "border-major" : "border-control"}`}
      >
        {items.length >= SEARCH_FROM && (
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
              if (event.key === "ArrowDown") rove(event);
            }}
            className="min-h-9 w-full border-line border-b bg-raised px-3 placeholder:text-muted focus-visible:outline-offset-[-2px] touch:min-h-11 noscript:hidden"
          />
        )}
        <ul ref={list} onKeyDown={rove} className="relative max-h-72 overflow-y-auto p-1">
          {items.map((item, index) => (
            <li key={item.id} hidden={!shown.has(item.id)}>
              <label className="flex min-h-8 items-center gap-2 rounded px-2 hover:bg-hover touch:min-h-11">
                <Indent depth={item.depth ?? 0} />
                <input
                  type="checkbox"
                  name={name}
                  value={item.id}
                  defaultChecked={before.has(item.id)}
                  aria-invalid={error && index === 0 ? true : undefined}
                  className="size-4 shrink-0"
                />
                {item.name}
                {item.note && <span className="text-muted text-sm">{item.note}</span>}
              </label>
            </li>
          ))}
        </ul>
        {shown.size === 0 && <p className="px-3 pb-3 text-muted">{texts.none}</p>}
      </div>
      {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  );
}

const DEEPEST_SHOWN = 8;

/** The room before what stands deeper in a tree; a policy forbids styles of elements. */
export function Indent({ depth }: { depth: number }) {
  const levels = Array.from({ length: Math.min(depth, DEEPEST_SHOWN) }, (_, level) => level);
  return levels.map((level) => <span key={level} className="w-4 shrink-0" aria-hidden="true" />);
}
