"use client";
import { Autocomplete as Base } from "@base-ui/react/autocomplete";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Command, isFitting } from "./commands.ts";
import { takeTyped } from "./typed-ahead.ts";

type Props = {
  commands: Command[];
  /** Finds records of the page. */
  search: (query: string) => Promise<Command[]>;
  onChoose: (command: Command) => void;
};

const PAUSE_MS = 200;
const SEARCH_FROM = 2;

/** Everything that can be done or found, by typing a few letters of it. */
export function Palette({ commands, search, onChoose }: Props) {
  const t = useTranslations("admin.keys");
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = useFound(wanted, search);
  const fitting = [
    ...commands.filter(({ label, words = "" }) => isFitting(`${label} ${words}`, wanted)),
    ...found,
  ];
  return (
    <Base.Root
      inline
      open
      items={fitting}
      mode="none"
      itemToStringValue={({ label }: Command) => label}
      value={query}
      onValueChange={setQuery}
      autoHighlight="always"
      keepHighlight
    >
      <Base.Input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        onFocus={() => setQuery(query + takeTyped())}
        className="w-full border-line border-b bg-transparent px-4 py-3.5 outline-none placeholder:text-muted"
      />
      <Base.Empty className="p-4 pt-2 text-muted empty:hidden">{t("none")}</Base.Empty>
      <Base.List aria-label={t("palette")} className="max-h-88 overflow-y-auto p-1.5 empty:p-0">
        {(command: Command) => (
          <Base.Item
            key={command.id ?? `${command.keys} ${command.label}`}
            value={command}
            onClick={() => onChoose(command)}
            className="popup-item px-2.5!"
          >
            <span className="min-w-0 grow truncate">{command.label}</span>
            {command.hint && <span className="shrink-0 text-muted text-xs">{command.hint}</span>}
            <Keys keys={command.keys} />
          </Base.Item>
        )}
      </Base.List>
    </Base.Root>
  );
}

/** The records that fit, a moment after typing stops. */
function useFound(wanted: string, search: Props["search"]): Command[] {
  const [found, setFound] = useState<Command[]>([]);
  useEffect(() => {
    if (wanted.length < SEARCH_FROM) return;
    let isOld = false;
    const timer = setTimeout(async () => {
      const records = await search(wanted).catch(() => []);
      if (!isOld) setFound(records);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [wanted, search]);
  return wanted.length < SEARCH_FROM ? [] : found;
}

/** The keys of a command: `g` then `i`. */
export function Keys({ keys }: { keys: string }) {
  const t = useTranslations("admin.keys");
  if (!keys) return null;
  const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const [first, second] = keys === "⌘K" && !isApple ? ["Ctrl K"] : keys.split(" ");
  return (
    <span className="flex shrink-0 items-center gap-1 text-muted text-xs">
      <kbd>{first}</kbd>
      {second && (
        <>
          <span className="sr-only">{t("then")}</span>
          <kbd>{second}</kbd>
        </>
      )}
    </span>
  );
}
