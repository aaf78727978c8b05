"use client";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { foldText } from "./commands.ts";
import { FieldError } from "./field.tsx";
import { useForm } from "./form.tsx";
import { announce } from "./live.tsx";
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
  path?: string;
  texts: { search: string; none: string; count: (count: number) => string };
};

const SEARCH_FROM = 2;

/** The ids of what fits the query, with everything above it. */
function fitting(items: Pickable[], query: string): Set<number> {
  const wanted = foldText(query.trim());
  const byId = new Map(items.map((item) => [item.id, item]));
  const shown = new Set<number>();
  for (const item of items.filter(({ name }) => foldText(name).includes(wanted))) {
    let at: Pickable | undefined = item;
    while (at && !shown.has(at.id)) {
      shown.add(at.id);
      at = at.parent_id == null ? undefined : byId.get(at.parent_id);
    }
  }
  return shown;
}

/** Enter takes the first name that begins with the query, else one that contains it. */
function bestOf(items: Pickable[], query: string): Pickable | undefined {
  const wanted = foldText(query.trim());
  if (wanted === "") return undefined;
  const found = items.filter(({ name }) => foldText(name).includes(wanted));
  return found.find(({ name }) => foldText(name).startsWith(wanted)) ?? found[0];
}

function isEnter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === "Enter" && !ctrlKey && !metaKey;
}

/** Enter on a checkbox chooses it, too, rather than send the form. */
function pick(event: KeyboardEvent): boolean {
  if (!isEnter(event)) return false;
  event.preventDefault();
  (event.target as HTMLElement).click();
  return true;
}

function showFirstChosen(list: HTMLElement | null): void {
  const row = list?.querySelector(":checked")?.closest("li");
  if (list && row) list.scrollTop = row.offsetTop - list.clientHeight / 3;
}

/**
 * Any number of many, as checkboxes that can be searched; what is hidden by a search stays chosen.
 * `idsIn` reads it.
 */
export function Picker({ items, chosen, name, label, hint, path = name, texts }: Props) {
  const id = useId();
  const { state } = useForm();
  const error = state.fields[path];
  const before = new Set(state.values[name]?.filter(Boolean).map(Number) ?? chosen);
  const t = useTranslations();
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(before.size);
  const shown = fitting(items, query);
  const list = useRef<HTMLUListElement>(null);
  const rove = useRoving(list, query);
  useEffect(() => showFirstChosen(list.current), []);
  /** Takes what is found first, so that the next one can be typed. */
  function choose(event: KeyboardEvent): void {
    event.preventDefault();
    const item = bestOf(items, query);
    const box = list.current?.querySelector<HTMLInputElement>(`[value="${item?.id}"]`);
    if (!item || !box) return;
    if (!box.checked) box.click();
    setQuery("");
    announce(t("joined.label", { label: item.name, value: t("admin_kit.combobox.chosen") }));
  }
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
          <Search
            label={texts.search}
            query={query}
            onQuery={setQuery}
            onKeyDown={(event) => {
              if (isEnter(event)) choose(event);
              if (event.key === "ArrowDown") rove(event);
            }}
          />
        )}
        <ul
          ref={list}
          onKeyDown={(event) => pick(event) || rove(event)}
          className="relative max-h-72 overflow-y-auto p-1"
        >
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

type SearchProps = {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Search({ label, query, onQuery, onKeyDown }: SearchProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={onKeyDown}
      className="min-h-9 w-full border-line border-b bg-raised px-3 placeholder:text-muted focus-visible:outline-offset-[-2px] touch:min-h-11 noscript:hidden"
    />
  );
}

const DEEPEST_SHOWN = 8;

/** The room before what stands deeper in a tree; a policy forbids styles of elements. */
export function Indent({ depth }: { depth: number }) {
  const levels = Array.from({ length: Math.min(depth, DEEPEST_SHOWN) }, (_, level) => level);
  return levels.map((level) => <span key={level} className="w-4 shrink-0" aria-hidden="true" />);
}
