"use client";
import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FieldError } from "./field.tsx";
import { useForm } from "./form.tsx";

/** A service in the order of the tree. */
export type ServiceChoice = {
  id: number;
  parent_id: number | null;
  name: string;
  depth: number;
  private: boolean;
};

type Props = {
  services: ServiceChoice[];
  chosen?: number[];
  name?: string;
  label?: string;
};

const SEARCH_FROM = 8;

/** The ids of what fits the query, with everything above it. */
function fitting(services: ServiceChoice[], query: string): Set<number> {
  const wanted = query.trim().toLowerCase();
  const byId = new Map(services.map((service) => [service.id, service]));
  const shown = new Set<number>();
  for (const service of services.filter(({ name }) => name.toLowerCase().includes(wanted))) {
    let at: ServiceChoice | undefined = service;
    while (at && !shown.has(at.id)) {
      shown.add(at.id);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id);
    }
  }
  return shown;
}

/**
 * The services of a page as a tree of checkboxes that can be searched; what is hidden by a search
 * stays chosen. `idsIn` reads it.
 */
export function ServicePicker({ services, chosen = [], name = "service_ids", label }: Props) {
  const t = useTranslations("admin.compose");
  const id = useId();
  const { state } = useForm();
  const error = state.fields[name];
  const before = state.values[name]?.filter(Boolean).map(Number) ?? chosen;
  const [query, setQuery] = useState("");
  const [count, setCount] = useState(before.length);
  const shown = fitting(services, query);

  if (services.length === 0) return <p className="note">{t("services_missing")}</p>;
  return (
    <fieldset
      onChange={({ currentTarget }) =>
        setCount(currentTarget.querySelectorAll("[type=checkbox]:checked").length)
      }
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 font-medium">
        {label ?? t("services")}{" "}
        <span className="font-normal text-muted text-sm">{t("services_chosen", { count })}</span>
      </legend>
      <input type="hidden" name={name} value="" />
      <div
        className={`overflow-hidden rounded-md border bg-raised ${error ? "border-major" : "border-control"}`}
      >
        {services.length >= SEARCH_FROM && (
          <input
            type="search"
            aria-label={t("services_search")}
            placeholder={t("services_search")}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            className="min-h-9 w-full border-line border-b bg-raised px-3 placeholder:text-muted focus-visible:outline-offset-[-2px] touch:min-h-11 noscript:hidden"
          />
        )}
        <ul className="max-h-72 overflow-y-auto p-1">
          {services.map((service, index) => (
            <li key={service.id} hidden={!shown.has(service.id)}>
              <label className="flex min-h-8 items-center gap-2 rounded px-2 hover:bg-hover touch:min-h-11">
                <Indent depth={service.depth} />
                <input
                  type="checkbox"
                  name={name}
                  value={service.id}
                  defaultChecked={before.includes(service.id)}
                  aria-invalid={error && index === 0 ? true : undefined}
                  className="size-4 shrink-0"
                />
                {service.name}
                {service.private && <span className="text-muted text-sm">({t("private")})</span>}
              </label>
            </li>
          ))}
        </ul>
        {shown.size === 0 && <p className="px-3 pb-3 text-muted">{t("services_none")}</p>}
      </div>
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
