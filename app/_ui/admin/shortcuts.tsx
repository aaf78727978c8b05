"use client";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Command, commandsOnScreen, isTyping, run } from "./commands.ts";

const SEQUENCE_MS = 1_000;

type Shown = "commands" | "help" | null;

/**
 * Finds the command of typed keys: one key, or two after each other.
 * @returns whether it listens already
 */
function useKeys(show: (what: Shown) => void): boolean {
  const [listens, setListens] = useState(false);
  useEffect(() => {
    let before = "";
    let at = 0;
    function press(event: KeyboardEvent): void {
      if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        show("commands");
        return;
      }
      if (
        event.metaKey ||
        event.ctrlKey ||
        event.altKey ||
        event.isComposing ||
        isTyping(event.target)
      )
        return;
      const sequence = event.timeStamp - at < SEQUENCE_MS ? `${before} ${event.key}` : event.key;
      before = event.key;
      at = event.timeStamp;
      const found = commandsOnScreen().find(({ keys }) => keys === sequence || keys === event.key);
      if (!found && event.key !== "?") return;
      event.preventDefault();
      before = "";
      if (found) run(found);
      else show("help");
    }
    addEventListener("keydown", press);
    setListens(true);
    return () => removeEventListener("keydown", press);
  }, [show]);
  return listens;
}

/**
 * The command palette (⌘K, Ctrl-K) and the list of shortcuts (?). Both offer what is on the screen:
 * everything with `data-keys`.
 */
export function Shortcuts() {
  const t = useTranslations("admin.keys");
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<Shown>(null);
  const [commands, setCommands] = useState<Command[]>([]);
  const [show] = useState(() => (what: Shown) => {
    setCommands(commandsOnScreen());
    setShown(what);
  });
  useEffect(() => {
    if (shown) dialog.current?.showModal();
  }, [shown]);
  const listens = useKeys(show);

  function choose(command: Command): void {
    dialog.current?.close();
    run(command);
  }
  return (
    <>
      <button
        type="button"
        onClick={() => show("help")}
        aria-keyshortcuts={listens ? "?" : undefined}
        className="mt-auto mb-2 flex min-h-8 items-center gap-2 px-2 text-link text-sm hover:underline max-md:hidden noscript:invisible"
      >
        {t("open")} <kbd>?</kbd>
      </button>
      <dialog
        ref={dialog}
        aria-label={t(shown === "help" ? "title" : "palette")}
        onClose={() => setShown(null)}
        className="mt-[15vh] w-full max-w-md rounded-lg border border-line bg-raised p-0 shadow-xl"
      >
        {shown === "commands" && <Palette commands={commands} onChoose={choose} />}
        {shown === "help" && <Help commands={commands} onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

type PaletteProps = { commands: Command[]; onChoose: (command: Command) => void };

function Palette({ commands, onChoose }: PaletteProps) {
  const t = useTranslations("admin.keys");
  const [query, setQuery] = useState("");
  const fitting = commands.filter(({ label }) =>
    label.toLowerCase().includes(query.trim().toLowerCase()),
  );
  const [first] = fitting;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (first) onChoose(first);
      }}
    >
      <input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className="w-full border-line border-b bg-transparent px-4 py-3 placeholder:text-muted focus-visible:outline-offset-[-2px]"
      />
      <ul className="max-h-80 overflow-y-auto p-1">
        {fitting.map((command) => (
          <li key={command.label}>
            <button
              type="button"
              onClick={() => onChoose(command)}
              className="flex min-h-10 w-full items-center justify-between gap-4 rounded px-3 text-left hover:bg-hover"
            >
              {command.label} <Keys keys={command.keys} />
            </button>
          </li>
        ))}
      </ul>
      {fitting.length === 0 && <p className="px-4 pb-3 text-muted">{t("none")}</p>}
    </form>
  );
}

function Help({ commands, onClose }: { commands: Command[]; onClose: () => void }) {
  const t = useTranslations("admin.keys");
  const all = [
    ...commands.filter(({ keys }) => keys),
    { label: t("palette"), keys: "⌘K" },
    { label: t("help"), keys: "?" },
  ];
  return (
    <div className="p-5">
      <h2 className="mb-3 font-semibold text-lg">{t("title")}</h2>
      <ul className="mb-4">
        {all.map(({ label, keys }) => (
          <li
            key={label}
            className="flex min-h-9 items-center justify-between gap-4 border-line border-b"
          >
            {label} <Keys keys={keys} />
          </li>
        ))}
      </ul>
      <button type="button" onClick={onClose} className="button">
        {t("close")}
      </button>
    </div>
  );
}

function Keys({ keys }: { keys: string }) {
  const t = useTranslations("admin.keys");
  if (!keys) return null;
  const [first, second] =
    keys === "⌘K" && !/Mac|iPhone|iPad/.test(navigator.userAgent) ? ["Ctrl K"] : keys.split(" ");
  return (
    <span className="flex shrink-0 items-center gap-1 text-muted text-xs">
      <kbd>{first}</kbd>
      {second && (
        <>
          {t("then")} <kbd>{second}</kbd>
        </>
      )}
    </span>
  );
}
