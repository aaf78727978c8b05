"use client";
import { Search, X } from "lucide-react";
import Link from "next/link";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useEffect, useRef, useTransition } from "react";
import { useTranslations } from "use-intl/react";

type Choice = { name: string; label: string; options: { value: string; label: string }[] };
type Day = { name: string; label: string };
type Props = {
  /** The name of the query parameter that is searched by. */
  search?: { name: string; label: string };
  choices?: Choice[];
  days?: Day[];
};

const PAUSE_MS = 300;
const CURSORS = ["after", "before"];

/**
 * Narrows a list: all of it in the address, so that a link shows the same. Applies while one
 * types; without scripts by its button.
 */
export function Filters({ search, choices = [], days = [] }: Props) {
  const t = useTranslations("admin_kit.filter");
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isPending, start] = useTransition();
  const router = useRouter();
  const pathname = usePathname();
  const query = useSearchParams();
  const names = [search, ...choices, ...days].flatMap((field) => field?.name ?? []);
  const others = [...query].filter(([name]) => !names.includes(name) && !CURSORS.includes(name));
  const isNarrowed = names.some((name) => query.has(name));

  function apply(): void {
    clearTimeout(timer.current);
    if (!form.current) return;
    const given = [...new FormData(form.current)].filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    );
    start(() => router.replace(`${pathname}?${new URLSearchParams(given)}`, { scroll: false }));
  }
  function later(event: FormEvent): void {
    const isTyped = (event.target as HTMLElement).matches("[type=search]");
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, isTyped ? PAUSE_MS : 0);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <form
      ref={form}
      onInput={later}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      aria-busy={isPending}
      className="filters"
    >
      {others.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {search && <SearchBox {...search} query={query} />}
      {choices.map((choice) => (
        <Chooser key={`${choice.name}=${query.get(choice.name)}`} {...choice} query={query} />
      ))}
      <span className="contents max-sm:flex max-sm:basis-full max-sm:gap-2">
        {days.map((day) => (
          <DayBox key={`${day.name}=${query.get(day.name)}`} {...day} query={query} />
        ))}
      </span>
      <button type="submit" className="button script:hidden">
        {t("apply")}
      </button>
      {isNarrowed && (
        <Link
          href={`${pathname}?${new URLSearchParams(others)}`}
          className="button button-quiet px-2!"
        >
          <X size={16} aria-hidden /> {t("clear")}
        </Link>
      )}
    </form>
  );
}

type Query = { query: { get: (name: string) => string | null } };

function SearchBox({ name, label, query }: Day & Query) {
  return (
    <span className="relative grow max-sm:basis-full sm:max-w-72">
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-s-2.5 top-1/2 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        defaultValue={query.get(name) ?? ""}
        data-keys="/"
        data-label={label}
        className="control ps-8!"
      />
    </span>
  );
}

function Chooser({ name, label, options, query }: Choice & Query) {
  return (
    <select
      name={name}
      aria-label={label}
      defaultValue={query.get(name) ?? ""}
      className="control w-auto! max-w-48 max-sm:min-w-0 max-sm:max-w-none max-sm:grow max-sm:basis-[40%]"
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function DayBox({ name, label, query }: Day & Query) {
  return (
    <label className="flex items-center gap-1.5 text-muted text-sm max-sm:grid max-sm:grow max-sm:basis-[40%] max-sm:gap-0.5">
      {label}
      <input
        type="date"
        name={name}
        defaultValue={query.get(name) ?? ""}
        className="control w-auto! text-ink max-sm:w-full!"
      />
    </label>
  );
}
