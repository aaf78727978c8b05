"use client";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
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
  const id = useId();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const wanted = query.trim().toLowerCase();
  const found = useFound(wanted, search);
  const fitting = [
    ...commands.filter(({ label, words = "" }) => isFitting(`${label} ${words}`, wanted)),
    ...found,
  ];
  const current = Math.min(chosen, fitting.length - 1);

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && fitting.length > 0) {
      event.preventDefault();
      setChosen((current + step + fitting.length) % fitting.length);
    }
    const command = fitting[current];
    if (event.key === "Enter" && command && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onChoose(command);
    }
  }
  return (
    <>
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={fitting.length > 0 ? `${id}-${current}` : undefined}
        aria-label={t("search")}
        placeholder={t("search")}
        value={query}
        onFocus={() => setQuery(query + takeTyped())}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={press}
        className="w-full border-line border-b bg-transparent px-4 py-3.5 outline-none placeholder:text-muted"
      />
      <Options id={id} commands={fitting} current={current} onChoose={onChoose} />
      {fitting.length === 0 && <p className="px-4 pb-4 text-muted">{t("none")}</p>}
    </>
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

type OptionsProps = Pick<Props, "commands" | "onChoose"> & { id: string; current: number };

function Options({ id, commands, current, onChoose }: OptionsProps) {
  const t = useTranslations("admin.keys");
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("palette")}
      className="max-h-88 overflow-y-auto p-1.5"
    >
      {commands.map((command, index) => (
        <button
          key={command.id ?? `${command.keys} ${command.label}`}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onClick={() => onChoose(command)}
          className="popup-item px-2.5! text-start"
        >
          <span className="min-w-0 grow truncate">{command.label}</span>
          {command.hint && <span className="shrink-0 text-muted text-xs">{command.hint}</span>}
          <Keys keys={command.keys} />
        </button>
      ))}
    </div>
  );
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
