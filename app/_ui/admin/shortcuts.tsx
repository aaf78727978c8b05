"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { type Command, commandsOnScreen, once } from "./commands.ts";
import { catchTyping } from "./typed-ahead.ts";
import { useKeys } from "./use-keys.ts";

const CommandsDialog = dynamic(
  () => import("./commands-dialog.tsx").then((parts) => parts.CommandsDialog),
  { ssr: false },
);

type Props = {
  /** Commands of every screen. */
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
  const [wasShown, setWasShown] = useState(false);
  const [commands, setCommands] = useState<Command[]>([]);
  const known = () => (shown ? [] : once([...commandsOnScreen(), ...everywhere]));
  function show(what: Shown): void {
    if (what === "commands" && !shown) catchTyping();
    // Asked for again, what stands below the dialog is still what it offers.
    if (!shown) setCommands(known());
    setWasShown(true);
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
      {(shown || wasShown) && (
        <CommandsDialog
          shown={shown}
          commands={commands}
          search={search}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
