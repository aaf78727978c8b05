"use client";
import { Dialog } from "@base-ui/react/dialog";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Command, commandsOnScreen, once } from "./commands.ts";
import { Keys, Palette } from "./palette.tsx";
import { useKeys } from "./use-keys.ts";

type Props = {
  /** What can be done from every screen. */
  everywhere: Command[];
  search: (query: string) => Promise<Command[]>;
};

type Shown = "commands" | "help" | null;

/**
 * The command palette (⌘K, Ctrl-K) and the list of shortcuts (?): what is on the screen, then what
 * can be done from everywhere.
 */
export function Shortcuts({ everywhere, search }: Props) {
  const t = useTranslations("admin.keys");
  const [shown, setShown] = useState<Shown>(null);
  const [commands, setCommands] = useState<Command[]>([]);
  const known = () => once([...commandsOnScreen(), ...everywhere]);
  function show(what: Shown): void {
    setCommands(known());
    setShown(what);
  }
  const listens = useKeys(known, show);
  return (
    <>
      <button
        type="button"
        onClick={() => show("help")}
        aria-keyshortcuts={listens ? "?" : undefined}
        aria-label={t("open")}
        title={t("open")}
        className="icon-button text-sm max-md:hidden noscript:invisible"
      >
        ?
      </button>
      <Dialog.Root open={shown !== null} onOpenChange={(isOpen) => !isOpen && setShown(null)}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup
            className={shown === "help" ? "dialog" : "dialog dialog-wide"}
            aria-label={t(shown === "help" ? "title" : "palette")}
          >
            {shown === "commands" && (
              <Palette
                commands={commands}
                search={search}
                onChoose={({ run }) => {
                  setShown(null);
                  run();
                }}
              />
            )}
            {shown === "help" && <Help commands={commands} />}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

function Help({ commands }: { commands: Command[] }) {
  const t = useTranslations("admin.keys");
  const all = [
    ...commands.filter(({ keys }) => keys),
    { label: t("palette"), keys: "⌘K" },
    { label: t("help"), keys: "?" },
  ];
  return (
    <>
      <h2 className="mb-2 font-semibold">{t("title")}</h2>
      <ul className="mb-4 text-sm">
        {all.map(({ label, keys }) => (
          <li
            key={`${keys} ${label}`}
            className="flex min-h-8 items-center justify-between gap-4 border-line border-b"
          >
            {label} <Keys keys={keys} />
          </li>
        ))}
      </ul>
      <Dialog.Close className="button">{t("close")}</Dialog.Close>
    </>
  );
}
